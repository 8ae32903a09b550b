import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { AlphaSparseError, messageOf } from '../errors.js';
import { iterateStream, streamOf } from './byteStream.js';
import type { CsrMatrix } from './csrMatrix.js';
import { generate } from './generators/index.js';
import { gunzip } from './gunzip.js';
import { readStream } from './readStream.js';

/** A file path, `gen:` specification or `-` for standard input; or the bytes of a file, at once or as a stream. */
export type MatrixSource = string | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Reads a matrix, telling the format by content: Matrix Market (also gzipped or in a SuiteSparse .tar.gz),
 * Harwell-Boeing, Rutherford-Boeing, SciPy .npz, .smtx. The matrix is named after its file, or `name`.
 * Throws 'input' with file and line for what cannot be read, 'unsupported' for complex matrices, 'usage' for a bad
 * generator specification.
 */
export async function readMatrix(source: MatrixSource, options: { readonly name?: string } = {}): Promise<CsrMatrix> {
  if (typeof source === 'string') {
    if (source.startsWith('gen:')) {
      const matrix = generate(source);
      return options.name === undefined ? matrix : { ...matrix, name: options.name };
    }
    if (source === '-') return readStream(process.stdin, 'standard input', options.name ?? 'stdin', gunzip);
    return readStream(fileBytes(source), source, options.name ?? matrixName(source), gunzip);
  }
  const name = options.name ?? 'matrix';
  if (source instanceof Uint8Array) return readStream(streamOf(source), name, name, gunzip);
  const chunks = source instanceof ReadableStream ? iterateStream(source) : source;
  return readStream(chunks, name, name, gunzip);
}

/** File name without folder and extensions: `data/cage10.mtx.gz` is `cage10`. */
export function matrixName(path: string): string {
  const base = basename(path);
  return base.replace(/\.(gz|tgz)$/i, '').replace(/\.(mtx|tar|npz|smtx|rb|[cipr][suhzr][ae])$/i, '') || base;
}

/** What goes wrong most often, in words, with a hint. */
const reasons: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  ENOENT: ['no such file', 'Generated matrices are written gen:NAME:PARAMS, standard input is -.'],
  EISDIR: ['is a folder', 'Name a file in it.'],
};

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 20 });
  } catch (error) {
    if (error instanceof AlphaSparseError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const [reason, hint] = reasons[`${code}`] ?? [`cannot be read: ${messageOf(error)}`];
    throw new AlphaSparseError('input', `${path || "''"}: ${reason}`, hint, { cause: error });
  }
}

import { AlphaSparseError } from '../errors.js';
import { collect, peek } from './byteStream.js';
import type { CsrMatrix } from './csrMatrix.js';
import { detectFormat, headBytes } from './detect.js';
import { readHarwellBoeing } from './harwellBoeing.js';
import { readMatrixMarket } from './matrixMarket.js';
import { readNpz } from './npz.js';
import { readSmtx } from './smtx.js';
import { tarMembers } from './tar.js';

/** Turns gzip bytes into plain ones; a parameter because Node and browsers bring different ones. */
export type Gunzip = (chunks: AsyncIterable<Uint8Array>, file: string) => AsyncIterable<Uint8Array>;

/**
 * Reads a matrix in any known format from bytes, going by what they hold. `file` names the source in messages, `name`
 * the matrix. Throws 'input' or 'unsupported'. Works in browsers.
 */
export async function readStream(
  source: AsyncIterable<Uint8Array>,
  file: string,
  name: string,
  gunzip: Gunzip,
): Promise<CsrMatrix> {
  const { head, chunks } = await peek(source, headBytes);
  switch (detectFormat(head)) {
    case 'gzip':
      return readInner(gunzip(chunks, file), file, name);
    case 'zip':
      return readNpz(await collect(chunks), file, name);
    default:
      return readInner(chunks, file, name);
  }
}

/** As `readStream`, below compression. */
async function readInner(source: AsyncIterable<Uint8Array>, file: string, name: string): Promise<CsrMatrix> {
  const { head, chunks } = await peek(source, headBytes);
  switch (detectFormat(head)) {
    case 'tar':
      return readArchive(chunks, file);
    case 'harwellBoeing':
      return readHarwellBoeing(chunks, file, name);
    case 'smtx':
      return readSmtx(chunks, file, name);
    case 'gzip':
    case 'zip':
      throw new AlphaSparseError('input', `${file}: a compressed file inside a compressed file`);
    default:
      return readMatrixMarket(chunks, file, name);
  }
}

/**
 * Reads the matrix of a SuiteSparse archive: the member NAME/NAME.mtx (or .rb, .rua ...). Companions such as
 * NAME/NAME_b.mtx, a right-hand side, are passed over.
 */
async function readArchive(chunks: AsyncIterable<Uint8Array>, file: string): Promise<CsrMatrix> {
  const seen: string[] = [];
  for await (const { path, bytes } of tarMembers(chunks, file)) {
    const match = /(?:^|\/)([^/]+)\/\1\.(?:mtx|rb|[cipr][suhzr]a)$/i.exec(path);
    if (match) return readInner(bytes, `${file}(${path})`, match[1]);
    if (seen.length < 10) seen.push(path);
  }
  throw new AlphaSparseError(
    'input',
    `${file}: no member NAME/NAME.mtx or NAME/NAME.rb in the archive, only: ${seen.join(', ') || 'nothing'}`,
  );
}

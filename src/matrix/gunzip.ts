import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AlphaSparseError, messageOf } from '../errors.js';
import { checkExpansion } from './expansion.js';

/** Decompresses a gzip stream. Throws 'input' when it is damaged, ends early, or expands beyond all reason. */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let compressed = 0;
  let expanded = 0;
  let sourceError: unknown;
  const source = Readable.from(
    (async function* () {
      for await (const chunk of chunks) {
        compressed += chunk.length;
        yield chunk;
      }
    })(),
  );
  const inflater = createGunzip({ chunkSize: 1 << 18 });
  source.once('error', (error) => {
    sourceError = error;
    inflater.destroy(error);
  });
  source.pipe(inflater);
  try {
    for await (const chunk of inflater as AsyncIterable<Uint8Array>) {
      expanded += chunk.length;
      checkExpansion(file, compressed, expanded);
      yield chunk;
    }
  } catch (error) {
    if (sourceError || !isZlibError(error)) throw sourceError ?? error;
    const truncated = error.code === 'Z_BUF_ERROR';
    const what = truncated ? 'truncated: the gzip stream ends early' : `damaged gzip stream (${messageOf(error)})`;
    throw new AlphaSparseError('input', `${file}: ${what}`, 'Fetch the file again.', { cause: error });
  } finally {
    source.destroy();
  }
}

function isZlibError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

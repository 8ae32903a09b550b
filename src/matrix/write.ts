import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from './csrMatrix.js';
import { formatNpz } from './npz.js';
import { matrixMarketText } from './writer.js';

/** Writes a matrix in the format that the extension asks for: .mtx, .mtx.gz or .npz. Throws 'usage' for another. */
export async function writeMatrix(matrix: CsrMatrix, path: string): Promise<void> {
  if (/\.npz$/i.test(path)) return writeFile(path, formatNpz(matrix));
  if (/\.mtx$/i.test(path)) return pipeline(Readable.from(matrixMarketText(matrix)), createWriteStream(path));
  if (/\.mtx\.gz$/i.test(path)) {
    return pipeline(Readable.from(matrixMarketText(matrix)), createGzip(), createWriteStream(path));
  }
  throw new AlphaSparseError('usage', `${path}: unknown extension`, 'Matrices are written as .mtx, .mtx.gz or .npz.');
}

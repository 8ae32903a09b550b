import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { CsrMatrix } from './csrMatrix.js';
import { formatNpz } from './npz.js';
import { matrixMarketText } from './writer.js';

/** How a matrix is written, by the end of the file's name. */
const writers: readonly [extension: RegExp, write: (matrix: CsrMatrix, path: string) => Promise<void>][] = [
  [/\.npz$/i, (matrix, path) => writeFile(path, formatNpz(matrix))],
  [/\.mtx$/i, (matrix, path) => pipeline(Readable.from(matrixMarketText(matrix)), createWriteStream(path))],
  [
    /\.mtx\.gz$/i,
    (matrix, path) => pipeline(Readable.from(matrixMarketText(matrix)), createGzip(), createWriteStream(path)),
  ],
];

/**
 * Writes a matrix in the format that the extension asks for: .mtx, .mtx.gz or .npz. @throws AlphaSparseError 'usage'
 * for another extension, or where the file cannot be written.
 */
export async function writeMatrix(matrix: CsrMatrix, path: string): Promise<void> {
  await writerFor(path)(matrix, path).catch((cause: unknown) => {
    throw new AlphaSparseError('usage', `cannot write ${path}: ${messageOf(cause)}`, undefined, { cause });
  });
}

/** Throws 'usage' for an extension that `writeMatrix` does not know: better before a matrix is read than after it. */
export function writerFor(path: string) {
  const found = writers.find(([extension]) => extension.test(path));
  if (found) return found[1];
  throw new AlphaSparseError('usage', `${path}: unknown extension`, 'Matrices are written as .mtx, .mtx.gz or .npz.');
}

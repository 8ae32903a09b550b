import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { AlphaSparseError } from '../../src/errors.js';
import { fromCoo } from '../../src/matrix/csr.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { readMatrixMarket } from '../../src/matrix/matrixMarket.js';

export const casePath = (name: string) => fileURLToPath(new URL(`cases/${name}`, import.meta.url));

/** A stream that hands out `text` in chunks of `size` bytes. */
export async function* chunked(text: string | Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

export const readText = (text: string, size?: number) => readMatrixMarket(chunked(text, size), 'test.mtx', 'test');

/** Rows of numbers; places that are not stored are 0. */
export function toDense(matrix: CsrMatrix): number[][] {
  const dense = Array.from({ length: matrix.rows }, () => new Array<number>(matrix.cols).fill(0));
  for (let r = 0; r < matrix.rows; r++) {
    for (let k = matrix.indptr[r]; k < matrix.indptr[r + 1]; k++) dense[r][matrix.indices[k]] = matrix.data[k];
  }
  return dense;
}

/** Coordinates in any order, with duplicates. */
export const anyCoo = fc
  .record({ rows: fc.integer({ min: 1, max: 40 }), cols: fc.integer({ min: 1, max: 40 }) })
  .chain(({ rows, cols }) =>
    fc
      .array(
        fc.tuple(
          fc.integer({ min: 0, max: rows - 1 }),
          fc.integer({ min: 0, max: cols - 1 }),
          fc.oneof(fc.double(), fc.integer({ min: -9, max: 9 })),
        ),
        { maxLength: 200 },
      )
      .map((entries) => ({
        name: 'random',
        rows,
        cols,
        rowIndices: Int32Array.from(entries, (e) => e[0]),
        colIndices: Int32Array.from(entries, (e) => e[1]),
        values: Float64Array.from(entries, (e) => e[2]),
      })),
  );

export const anyMatrix = anyCoo.map((coo) => fromCoo(coo));

/** The AlphaSparseError that an action ends in; any other outcome fails the test. */
export async function errorOf(action: () => unknown): Promise<AlphaSparseError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof AlphaSparseError) return error;
    throw error;
  }
  throw new Error('expected an AlphaSparseError, but nothing was thrown');
}

import type { CsrMatrix } from '../matrix/csrMatrix.js';

/**
 * Size of the sample: large enough for every operator to have something to do, small enough for a fraction of a
 * millisecond. The search applies some ten graphs to it for each that it measures, while the device waits.
 */
const mostRows = 512;
const mostEntries = 5000;

/**
 * A small stand-in for a matrix, on which legality is tested and padding is estimated. It is a run of consecutive
 * rows from the middle, with columns turned so that diagonals stay diagonals, followed by the longest row (cut to a
 * quarter of the sample), since that is what most refusals are about. Small matrices stand for themselves.
 */
export function proxyOf(matrix: CsrMatrix): CsrMatrix {
  const { rows, cols, nnz, indptr } = matrix;
  if (rows <= mostRows && nnz <= mostEntries) return matrix;
  const first = Math.max(0, (rows >> 1) - (mostRows >> 1));
  const chosen: { row: number; length: number }[] = [];
  let entries = 0;
  for (let row = first; row < rows && chosen.length < mostRows; row++) {
    const length = Math.min(indptr[row + 1] - indptr[row], mostEntries >> 2);
    if (entries + length > mostEntries) break;
    chosen.push({ row, length });
    entries += length;
  }
  const longest = longestRow(matrix);
  chosen.push({ row: longest, length: Math.min(indptr[longest + 1] - indptr[longest], mostEntries >> 2) });
  return gather(matrix, chosen, first, cols);
}

function longestRow({ rows, indptr }: CsrMatrix): number {
  let longest = 0;
  for (let row = 1; row < rows; row++) {
    if (indptr[row + 1] - indptr[row] > indptr[longest + 1] - indptr[longest]) longest = row;
  }
  return longest;
}

function gather(
  matrix: CsrMatrix,
  chosen: readonly { row: number; length: number }[],
  shift: number,
  cols: number,
): CsrMatrix {
  const indptr = new Int32Array(chosen.length + 1);
  for (const [i, { length }] of chosen.entries()) indptr[i + 1] = indptr[i] + length;
  const indices = new Int32Array(indptr[chosen.length]);
  for (const [i, { row, length }] of chosen.entries()) {
    const begin = matrix.indptr[row];
    for (let k = 0; k < length; k++) indices[indptr[i] + k] = (matrix.indices[begin + k] - shift + cols) % cols;
    indices.subarray(indptr[i], indptr[i + 1]).sort();
  }
  const data = new Float64Array(indices.length).fill(1);
  const name = `${matrix.name} (sample)`;
  return { name, rows: chosen.length, cols, nnz: indices.length, indptr, indices, data, sampleOf: matrix };
}

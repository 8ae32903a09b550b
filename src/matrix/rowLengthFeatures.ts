import type { CsrMatrix } from './csrMatrix.js';

/**
 * Statistics of the number of entries in a row. `giniRow` is 0 when all rows are equally long and tends to 1 when one
 * row holds everything; `neighbourVariation` is the mean difference between consecutive rows.
 */
export function rowLengthFeatures({ rows, nnz, indptr }: CsrMatrix) {
  if (rows === 0) return { ...zeros };
  const mean = nnz / rows;
  let max = 0;
  let squares = 0;
  let steps = 0;
  for (let r = 0; r < rows; r++) {
    const length = indptr[r + 1] - indptr[r];
    if (length > max) max = length;
    squares += (length - mean) ** 2;
    if (r > 0) steps += Math.abs(length - (indptr[r] - indptr[r - 1]));
  }
  const histogram = new Int32Array(max + 1);
  for (let r = 0; r < rows; r++) histogram[indptr[r + 1] - indptr[r]]++;
  return {
    meanRow: mean,
    minRow: quantile(histogram, 0),
    maxRow: max,
    medianRow: quantile(histogram, Math.floor((rows - 1) / 2)),
    p99Row: quantile(histogram, Math.floor((rows - 1) * 0.99)),
    varianceRow: squares / rows,
    giniRow: gini(histogram, rows, nnz),
    emptyRowShare: histogram[0] / rows,
    longestRowShare: nnz === 0 ? 0 : max / nnz,
    neighbourVariation: rows < 2 ? 0 : steps / (rows - 1),
  };
}

const zeros = {
  meanRow: 0,
  minRow: 0,
  maxRow: 0,
  medianRow: 0,
  p99Row: 0,
  varianceRow: 0,
  giniRow: 0,
  emptyRowShare: 0,
  longestRowShare: 0,
  neighbourVariation: 0,
};

/** Length of the row at position `rank` when rows are sorted by length. */
function quantile(histogram: Int32Array, rank: number): number {
  let below = 0;
  for (let length = 0; length < histogram.length; length++) {
    below += histogram[length];
    if (below > rank) return length;
  }
  return histogram.length - 1;
}

/** Twice the area between the Lorenz curve of the row lengths and the diagonal. */
function gini(histogram: Int32Array, rows: number, nnz: number): number {
  if (nnz === 0) return 0;
  let rowsBefore = 0;
  let weighted = 0;
  for (let length = 0; length < histogram.length; length++) {
    const count = histogram[length];
    // Sum of the ranks (from 1) of `count` rows of this length.
    weighted += length * (count * rowsBefore + (count * (count + 1)) / 2);
    rowsBefore += count;
  }
  return (2 * weighted) / (rows * nnz) - (rows + 1) / rows;
}

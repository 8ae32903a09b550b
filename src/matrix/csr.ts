import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from './csrMatrix.js';

export { fromCoo } from './coo.js';
export { contentHash, patternHash } from './hash.js';

/** The transpose, with sorted rows. Linear time: two passes of a counting sort. */
export function transpose(matrix: CsrMatrix): CsrMatrix {
  const { rows, cols, nnz, indptr, indices, data } = matrix;
  const outIndptr = new Int32Array(cols + 1);
  for (let k = 0; k < nnz; k++) outIndptr[indices[k] + 1]++;
  for (let c = 0; c < cols; c++) outIndptr[c + 1] += outIndptr[c];
  const next = outIndptr.slice(0, cols);
  const outIndices = new Int32Array(nnz);
  const outData = data instanceof Float64Array ? new Float64Array(nnz) : new Float32Array(nnz);
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      const at = next[indices[k]]++;
      outIndices[at] = r;
      outData[at] = data[k];
    }
  }
  return {
    name: `${matrix.name}.T`,
    rows: cols,
    cols: rows,
    nnz,
    indptr: outIndptr,
    indices: outIndices,
    data: outData,
  };
}

/** For each value of the transpose, its position in the `data` of the matrix itself. */
export function transposedSlots(matrix: CsrMatrix): Float64Array {
  // Positions are below 2^31, so they travel exactly as values.
  return transpose({ ...matrix, data: Float64Array.from(matrix.data, (_, i) => i) }).data as Float64Array;
}

/** The reference y = A x in fp64, entries of a row added from left to right. `x` has `cols` numbers, y has `rows`. */
export function multiply(matrix: CsrMatrix, x: ArrayLike<number>): Float64Array {
  checkVector(matrix, x);
  const { rows, indptr, indices, data } = matrix;
  const y = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let k = indptr[r]; k < indptr[r + 1]; k++) sum += data[k] * x[indices[k]];
    y[r] = sum;
  }
  return y;
}

/** |A| |x| in fp64: what the error of a row of A x is bounded by, up to a factor of the row's length and of epsilon. */
export function absMultiply(matrix: CsrMatrix, x: ArrayLike<number>): Float64Array {
  checkVector(matrix, x);
  const { rows, indptr, indices, data } = matrix;
  const y = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let k = indptr[r]; k < indptr[r + 1]; k++) sum += Math.abs(data[k] * x[indices[k]]);
    y[r] = sum;
  }
  return y;
}

/** Checks every invariant of {@link CsrMatrix}. Throws 'input', naming the first row that breaks one. */
export function validate(matrix: CsrMatrix): void {
  const { rows, cols, nnz, indptr, indices, data } = matrix;
  const check = (holds: boolean, message: string) => {
    if (!holds) throw new AlphaSparseError('input', `${matrix.name}: not a CSR matrix: ${message}`);
  };
  check(isCount(rows) && isCount(cols), `shape ${rows} x ${cols} is not two counts below 2^31`);
  check(indptr.length === rows + 1, `indptr has ${indptr.length} elements, ${rows + 1} needed`);
  check(indptr[0] === 0, `indptr[0] is ${indptr[0]}, not 0`);
  check(indptr[rows] === nnz, `indptr[${rows}] is ${indptr[rows]}, but nnz is ${nnz}`);
  check(indices.length === nnz, `indices has ${indices.length} elements, but nnz is ${nnz}`);
  check(data.length === nnz, `data has ${data.length} elements, but nnz is ${nnz}`);
  for (let r = 0; r < rows; r++) {
    if (indptr[r + 1] < indptr[r] || indptr[r + 1] > nnz) check(false, `indptr decreases or overruns at row ${r}`);
    let previous = -1;
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      const column = indices[k];
      if (column <= previous) check(false, `columns of row ${r} do not increase (${previous}, then ${column})`);
      if (column >= cols) check(false, `row ${r} has column ${column} outside 0..${cols - 1}`);
      previous = column;
    }
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

function checkVector(matrix: CsrMatrix, x: ArrayLike<number>): void {
  if (x.length === matrix.cols) return;
  throw new AlphaSparseError('usage', `x has ${x.length} elements, but ${matrix.name} has ${matrix.cols} columns`);
}

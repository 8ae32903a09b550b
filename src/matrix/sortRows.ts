import type { CsrMatrix } from './csrMatrix.js';

/** Rows up to this length are sorted by insertion. */
const shortRow = 24;

/**
 * Sorts the columns of every row and sums duplicates, in place; stable, so that sums do not depend on the method.
 * Returns the matrix itself, or a shorter one when duplicates were merged.
 */
export function sortRows(matrix: CsrMatrix): CsrMatrix {
  const { rows, indptr, indices, data } = matrix;
  let duplicates = 0;
  for (let r = 0; r < rows; r++) {
    const begin = indptr[r];
    const end = indptr[r + 1];
    if (!isSorted(indices, begin, end)) {
      if (end - begin <= shortRow) insertionSort(matrix, begin, end);
      else keySort(matrix, begin, end);
    }
    for (let k = begin + 1; k < end; k++) if (indices[k] === indices[k - 1]) duplicates++;
  }
  if (duplicates === 0) return matrix;

  let out = 0;
  let begin = 0;
  for (let r = 0; r < rows; r++) {
    const end = indptr[r + 1];
    const first = out;
    for (let k = begin; k < end; k++) {
      if (out > first && indices[out - 1] === indices[k]) data[out - 1] += data[k];
      else {
        indices[out] = indices[k];
        data[out] = data[k];
        out++;
      }
    }
    begin = end;
    indptr[r + 1] = out;
  }
  return { ...matrix, nnz: out, indices: indices.slice(0, out), data: data.slice(0, out) };
}

function isSorted(indices: Int32Array, begin: number, end: number): boolean {
  for (let k = begin + 1; k < end; k++) if (indices[k] < indices[k - 1]) return false;
  return true;
}

function insertionSort({ indices, data }: CsrMatrix, begin: number, end: number): void {
  for (let k = begin + 1; k < end; k++) {
    const column = indices[k];
    const value = data[k];
    let at = k;
    for (; at > begin && indices[at - 1] > column; at--) {
      indices[at] = indices[at - 1];
      data[at] = data[at - 1];
    }
    indices[at] = column;
    data[at] = value;
  }
}

/** Sorts numbers that hold both column and position, which the engine does without a comparison callback. */
function keySort({ cols, indices, data }: CsrMatrix, begin: number, end: number): void {
  const length = end - begin;
  const columns = indices.slice(begin, end);
  const values = data.slice(begin, end);
  if (cols * length < Number.MAX_SAFE_INTEGER) {
    const keys = new Float64Array(length);
    for (let i = 0; i < length; i++) keys[i] = columns[i] * length + i;
    keys.sort();
    for (let i = 0; i < length; i++) {
      const column = Math.floor(keys[i] / length);
      indices[begin + i] = column;
      data[begin + i] = values[keys[i] - column * length];
    }
  } else {
    const order = Uint32Array.from(columns, (_, i) => i).sort((a, b) => columns[a] - columns[b] || a - b);
    for (let i = 0; i < length; i++) {
      indices[begin + i] = columns[order[i]];
      data[begin + i] = values[order[i]];
    }
  }
}

import type { CsrMatrix } from '../../matrix/csrMatrix.js';

/** Row of every entry: what COO stores besides columns. */
export function rowsOfEntries({ rows, nnz, indptr }: CsrMatrix): Int32Array {
  const result = new Int32Array(nnz);
  for (let row = 0; row < rows; row++) result.fill(row, indptr[row], indptr[row + 1]);
  return result;
}

/** Sliced ELLPACK: slices of 32 rows, each padded to its longest row, column-major within a slice. */
export interface SlicedEll {
  /** First stored entry of each slice, and the end. */
  readonly offsets: Int32Array;
  /** -1 for padding. */
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export const sliceRows = 32;

/** Undefined when padding would store more than `mostPadding` entries for one entry of the matrix. */
export function toSlicedEll({ rows, nnz, indptr, indices, data }: CsrMatrix, mostPadding = 8): SlicedEll | undefined {
  const slices = Math.ceil(rows / sliceRows);
  const offsets = new Int32Array(slices + 1);
  const most = Math.min(mostPadding * nnz + sliceRows, 2 ** 31 - 1);
  let stored = 0;
  for (let slice = 0; slice < slices; slice++) {
    let width = 0;
    for (let row = slice * sliceRows; row < Math.min(rows, (slice + 1) * sliceRows); row++) {
      width = Math.max(width, indptr[row + 1] - indptr[row]);
    }
    stored += width * sliceRows;
    if (stored > most) return undefined;
    offsets[slice + 1] = stored;
  }
  const columns = new Int32Array(stored).fill(-1);
  const values = new Float64Array(stored);
  for (let row = 0; row < rows; row++) {
    let to = offsets[Math.floor(row / sliceRows)] + (row % sliceRows);
    for (let k = indptr[row]; k < indptr[row + 1]; k++, to += sliceRows) {
      columns[to] = indices[k];
      values[to] = data[k];
    }
  }
  return { offsets, columns, values };
}

/** Block CSR with square row-major blocks. */
export interface Bsr {
  readonly blockSize: number;
  readonly blockRows: number;
  readonly blockCols: number;
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Undefined when less than `leastFill` of the stored entries would be entries of the matrix. */
export function toBsr(matrix: CsrMatrix, blockSize: number, leastFill = 0.7): Bsr | undefined {
  const { rows, cols, nnz, indptr, indices, data } = matrix;
  const blockRows = Math.ceil(rows / blockSize);
  const blockCols = Math.ceil(cols / blockSize);
  const mostBlocks = nnz / (leastFill * blockSize * blockSize);
  const offsets = new Int32Array(blockRows + 1);
  const columns: number[] = [];
  /** For each block column, the block last opened there; one of this block row when it is not below `first`. */
  const blockAt = new Int32Array(blockCols).fill(-1);
  for (let blockRow = 0; blockRow < blockRows; blockRow++) {
    const first = columns.length;
    const found: number[] = [];
    for (let k = indptr[blockRow * blockSize]; k < indptr[Math.min(rows, (blockRow + 1) * blockSize)]; k++) {
      const column = Math.floor(indices[k] / blockSize);
      if (blockAt[column] >= first) continue;
      blockAt[column] = first;
      found.push(column);
    }
    for (const column of found.sort((a, b) => a - b)) columns.push(column);
    offsets[blockRow + 1] = columns.length;
    if (columns.length > mostBlocks) return undefined;
  }
  const values = new Float64Array(columns.length * blockSize * blockSize);
  for (let blockRow = 0; blockRow < blockRows; blockRow++) {
    for (let b = offsets[blockRow]; b < offsets[blockRow + 1]; b++) blockAt[columns[b]] = b;
    for (let row = blockRow * blockSize; row < Math.min(rows, (blockRow + 1) * blockSize); row++) {
      for (let k = indptr[row]; k < indptr[row + 1]; k++) {
        const block = blockAt[Math.floor(indices[k] / blockSize)];
        const at = (row % blockSize) * blockSize + (indices[k] % blockSize);
        values[block * blockSize * blockSize + at] = data[k];
      }
    }
  }
  return { blockSize, blockRows, blockCols, offsets, columns: Int32Array.from(columns), values };
}

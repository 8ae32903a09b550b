import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix, Values } from './csrMatrix.js';
import { sortRows } from './sortRows.js';

/** Entries by coordinates, zero-based, in any order, duplicates allowed (they are summed in the order given). */
export interface CooMatrix {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly rowIndices: Int32Array;
  readonly colIndices: Int32Array;
  /** One value an entry; all 1 when absent. */
  readonly values?: Values;
}

/** A run of entries. Readers collect many, so that nothing is copied while a file grows. */
export interface CooSegment {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly values?: Values;
  /** Entries in use. */
  length: number;
}

/** How entries off the diagonal are completed: not at all, by their mirror image, or by its negative. */
export type Mirror = 'none' | 'same' | 'negated';

/**
 * Row pointers past this many rows (256 MiB) are only allocated for a matrix with at least a sixteenth as many
 * entries, so that a size line alone cannot make a reader take gigabytes.
 */
export const freeDimension = 2 ** 26;

/** Builds a CSR matrix from coordinates. Throws 'input' for an index outside the shape. */
export function fromCoo(coo: CooMatrix): CsrMatrix {
  const { name, rows, cols, rowIndices, colIndices, values } = coo;
  const length = rowIndices.length;
  if (colIndices.length !== length || (values && values.length !== length)) {
    throw new AlphaSparseError('input', `${name}: row, column and value arrays differ in length`);
  }
  for (let i = 0; i < length; i++) {
    const row = rowIndices[i];
    const col = colIndices[i];
    if (row < 0 || row >= rows || col < 0 || col >= cols) {
      throw new AlphaSparseError('input', `${name}: entry ${i} at (${row}, ${col}) is outside ${rows} x ${cols}`);
    }
  }
  return fromSegments(name, rows, cols, [{ rows: rowIndices, cols: colIndices, values, length }], 'none');
}

/**
 * Builds a CSR matrix from segments whose indices are known to be in range. Consumes `segments` (empties the array) so
 * that their memory can be reclaimed early: the peak is 28 bytes an entry, 12 of which are the result.
 */
export function fromSegments(
  name: string,
  rows: number,
  cols: number,
  segments: CooSegment[],
  mirror: Mirror,
): CsrMatrix {
  const indptr = countRows(name, rows, cols, segments, mirror);
  const nnz = indptr[rows];
  const indices = new Int32Array(nnz);
  const data = new Float64Array(nnz);
  // Scatter with indptr[r] as the cursor of row r; afterwards it holds the end of row r, so shift it back by one.
  const sign = mirror === 'negated' ? -1 : 1;
  for (let segment = segments.shift(); segment; segment = segments.shift()) {
    const { rows: rowOf, cols: colOf, values, length } = segment;
    for (let i = 0; i < length; i++) {
      const row = rowOf[i];
      const col = colOf[i];
      const value = values ? values[i] : 1;
      const at = indptr[row]++;
      indices[at] = col;
      data[at] = value;
      if (mirror !== 'none' && row !== col) {
        const mirrored = indptr[col]++;
        indices[mirrored] = row;
        data[mirrored] = sign * value;
      }
    }
  }
  indptr.copyWithin(1, 0, rows);
  indptr[0] = 0;
  return sortRows({ name, rows, cols, nnz, indptr, indices, data });
}

/** Start of each row, and the total in the last place. */
function countRows(name: string, rows: number, cols: number, segments: readonly CooSegment[], mirror: Mirror) {
  const stored = segments.reduce((sum, segment) => sum + segment.length, 0);
  const longest = Math.max(rows, cols);
  if (longest > freeDimension && longest > 16 * stored) {
    throw new AlphaSparseError(
      'input',
      `${name}: ${rows} x ${cols} with only ${stored} entries: arrays of ${longest} elements would be almost all empty`,
      `A dimension above ${freeDimension} needs at least a sixteenth as many entries. Check the declared size.`,
    );
  }
  const indptr = new Int32Array(rows + 1);
  let total = 0;
  for (const { rows: rowOf, cols: colOf, length } of segments) {
    total += length;
    for (let i = 0; i < length; i++) {
      indptr[rowOf[i]]++;
      if (mirror !== 'none' && rowOf[i] !== colOf[i]) {
        indptr[colOf[i]]++;
        total++;
      }
    }
  }
  if (total >= 2 ** 31) throw new AlphaSparseError('input', `${name}: ${total} entries, more than 2^31 - 1`);
  let start = 0;
  for (let r = 0; r <= rows; r++) {
    const count = r < rows ? indptr[r] : 0;
    indptr[r] = start;
    start += count;
  }
  return indptr;
}

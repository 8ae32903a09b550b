import { AlphaSparseError } from '../../errors.js';
import type { Random } from '../../random.js';
import type { CsrMatrix } from '../csrMatrix.js';

/** A parameter of a generator: a whole number within bounds. */
export interface GeneratorParam {
  readonly name: string;
  readonly doc: string;
  /** Required when absent. */
  readonly default?: number;
  readonly min: number;
  readonly max: number;
}

/** Shape and places of the entries of a matrix, without values: CSR invariants hold. */
export type Pattern = Omit<CsrMatrix, 'name' | 'data'>;

/** A family of matrices. One descriptor a file; `index.ts` lists them. */
export interface Generator {
  readonly name: string;
  readonly doc: string;
  /** In the order in which they may be given by position. */
  readonly params: readonly GeneratorParam[];
  pattern(params: Readonly<Record<string, number>>, random: Random): Pattern;
}

/** Most entries that a generator makes, so that a typing error does not fill the memory. */
const maxEntries = 2 ** 30;

/**
 * Builds a pattern row by row. `row` writes the ascending columns of row r into `out` from `at` on and returns where it
 * stopped; `capacity` bounds the entries of all rows.
 */
export function patternByRows(
  rows: number,
  cols: number,
  capacity: number,
  row: (r: number, out: Int32Array, at: number) => number,
): Pattern {
  checkEntries(capacity);
  const indptr = new Int32Array(rows + 1);
  const indices = new Int32Array(capacity);
  for (let r = 0; r < rows; r++) indptr[r + 1] = row(r, indices, indptr[r]);
  const nnz = indptr[rows];
  return { rows, cols, nnz, indptr, indices: nnz === capacity ? indices : indices.slice(0, nnz) };
}

/** Throws 'usage' when a specification asks for more entries than fit. */
export function checkEntries(count: number): void {
  if (count <= maxEntries) return;
  throw new AlphaSparseError('usage', `about ${count} entries asked for, more than ${maxEntries}`);
}

/** Values of a matrix or vector on the host. Files and arithmetic are fp64; devices narrow at upload. */
export type Values = Float64Array | Float32Array;

/**
 * A sparse matrix in compressed sparse row form, with scipy's names.
 * Invariants: `indptr.length === rows + 1`, `indptr[0] === 0`, `indptr[rows] === nnz`, and within each row
 * `indices` strictly increase (sorted, no duplicates). Immutable by convention: operators copy.
 */
export interface CsrMatrix {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  /** Row r owns entries indptr[r] .. indptr[r + 1]. */
  readonly indptr: Int32Array;
  /** Zero-based column of each entry. */
  readonly indices: Int32Array;
  /** Value of each entry. */
  readonly data: Values;
  /** On a sample of some rows of a larger matrix, that matrix: it decides what only a whole matrix can be asked. */
  readonly sampleOf?: CsrMatrix;
}

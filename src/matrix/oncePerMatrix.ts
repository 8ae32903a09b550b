import type { CsrMatrix } from './csrMatrix.js';

/**
 * A pure function of a matrix that is computed once for each matrix and forgotten with it. A search builds many graphs
 * of one matrix, and what takes a pass over all its entries need not be found again for each.
 */
export function oncePerMatrix<T>(compute: (matrix: CsrMatrix) => T): (matrix: CsrMatrix) => T {
  const known = new WeakMap<CsrMatrix, { readonly result: T }>();
  return (matrix) => {
    let entry = known.get(matrix);
    if (!entry) {
      entry = { result: compute(matrix) };
      known.set(matrix, entry);
    }
    return entry.result;
  };
}

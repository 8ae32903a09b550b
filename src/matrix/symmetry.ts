import { oncePer } from '../oncePer.js';
import type { CsrMatrix } from './csrMatrix.js';

/**
 * Whether every entry has a mirror image, and `holds` is true of each pair of positions. Rows are visited in order and
 * columns ascend, so the mirror images of row j's entries must come up one by one, in the order in which row j stores
 * them. Stops at the first pair that fails.
 */
function everyMirror(
  { rows, cols, indptr, indices }: CsrMatrix,
  holds: (entry: number, mirror: number) => boolean,
): boolean {
  if (rows !== cols) return false;
  const next = indptr.slice(0, rows);
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      const mirror = next[indices[k]]++;
      if (mirror >= indptr[indices[k] + 1] || indices[mirror] !== r || !holds(k, mirror)) return false;
    }
  }
  return true;
}

/** Whether (i, j) is stored wherever (j, i) is. */
export function hasSymmetricPattern(matrix: CsrMatrix): boolean {
  return everyMirror(matrix, () => true);
}

/** Values that a kernel may keep once: NaN equals itself here, and 0 equals -0. */
export function sameValue(a: number, b: number): boolean {
  return a === b || Object.is(a, b);
}

/**
 * For each entry of a numerically symmetric matrix the position of its mirror image in `data`, itself on the diagonal;
 * undefined where pattern or values are not symmetric. The comparison is exact. Linear time, once for each matrix.
 */
export const mirrorSlots = oncePer((matrix: CsrMatrix): Int32Array | undefined => {
  const { data } = matrix;
  const mirrors = new Int32Array(matrix.nnz);
  const symmetric = everyMirror(matrix, (entry, mirror) => {
    mirrors[entry] = mirror;
    return sameValue(data[entry], data[mirror]);
  });
  return symmetric ? mirrors : undefined;
});

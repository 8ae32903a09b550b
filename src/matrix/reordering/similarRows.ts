import { oncePer } from '../../oncePer.js';
import type { CsrMatrix } from '../csrMatrix.js';
import { orderByKey } from './orderByKey.js';

/** How rows are compared: by their first column units, or by those of least hash. */
export type Comparison = 'hash' | 'first';

const knownOrders = oncePer((_: CsrMatrix) => new Map<string, Int32Array>());

/**
 * The rows with like column sets next to each other; rows without entries come last. Columns count in units of `width`,
 * since what is fetched from memory is a sector and not an element. Rows are grouped by their first unit and within a
 * group by the second, which suits most matrices with an order of their own. With `hash`, by the units of least hash:
 * two rows share that of least with a probability equal to the Jaccard similarity of their sets (Broder, 1997), whatever
 * their numbers. Groups stand in the order of their units, so that they, too, read near parts of x one after another.
 * Linear time; once for each matrix and comparison.
 */
export function similarRowOrder(matrix: CsrMatrix, by: Comparison, width: number): Int32Array {
  const known = knownOrders(matrix);
  const key = `${by} ${width}`;
  const order = known.get(key) ?? computeOrder(matrix, by, width);
  known.set(key, order);
  return order;
}

function computeOrder({ rows, cols, indptr, indices }: CsrMatrix, by: Comparison, width: number): Int32Array {
  const units = Math.ceil(cols / width);
  const hashes = hashesOf(units, by);
  const first = new Int32Array(rows);
  const second = new Int32Array(rows);
  for (let r = 0; r < rows; r++) {
    // `units` stands for none, and has the largest hash.
    let least = units;
    let next = units;
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      const unit = Math.trunc(indices[k] / width);
      if (hashes[unit] >= hashes[next] || unit === least) continue;
      if (hashes[unit] < hashes[least]) {
        next = least;
        least = unit;
      } else next = unit;
    }
    first[r] = least;
    second[r] = next;
  }
  return orderByKey(first, units + 1, orderByKey(second, units + 1));
}

/** A hash for each unit, all different: multiplication by an odd number and a shift are bijections (Murmur's finalizer). */
function hashesOf(units: number, by: Comparison): Float64Array {
  const hashes = new Float64Array(units + 1);
  for (let unit = 0; unit < units; unit++) {
    let hash = unit;
    if (by === 'hash') {
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash = (hash ^ (hash >>> 16)) >>> 0;
    }
    hashes[unit] = hash;
  }
  hashes[units] = Number.POSITIVE_INFINITY;
  return hashes;
}

import type { CsrMatrix } from '../csrMatrix.js';
import { hasSymmetricPattern } from '../symmetry.js';
import { orderByKey } from './orderByKey.js';

/** An undirected graph without loops: the neighbours of v are neighbours[offsets[v]] .. neighbours[offsets[v + 1]]. */
export interface Adjacency {
  readonly offsets: Int32Array;
  /** Those of one vertex stand by ascending degree. */
  readonly neighbours: Int32Array;
  /** All vertices by ascending degree. */
  readonly byDegree: Int32Array;
}

/**
 * The graph of the pattern of A + A^T: row i and column i are one vertex. Of a sample, which has fewer rows than columns,
 * only the columns that are rows, too, so that the time depends on the sample alone. Linear time.
 */
export function adjacencyOf(matrix: CsrMatrix): Adjacency {
  const { offsets, neighbours } = hasSymmetricPattern(matrix) ? withoutLoops(matrix) : symmetrized(matrix);
  const count = offsets.length - 1;
  const degrees = new Int32Array(count);
  for (let v = 0; v < count; v++) degrees[v] = offsets[v + 1] - offsets[v];
  const byDegree = orderByKey(degrees, count + 1);
  // Each vertex enters itself in the lists of its neighbours. In the order of degrees, that leaves the lists sorted.
  const next = offsets.slice(0, count);
  const sorted = new Int32Array(neighbours.length);
  for (let i = 0; i < count; i++) {
    const v = byDegree[i];
    for (let e = offsets[v]; e < offsets[v + 1]; e++) sorted[next[neighbours[e]]++] = v;
  }
  return { offsets, neighbours: sorted, byDegree };
}

type Lists = Pick<Adjacency, 'offsets' | 'neighbours'>;

function withoutLoops({ rows, nnz, indptr, indices }: CsrMatrix): Lists {
  const offsets = new Int32Array(rows + 1);
  const neighbours = new Int32Array(nnz);
  let to = 0;
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) if (indices[k] !== r) neighbours[to++] = indices[k];
    offsets[r + 1] = to;
  }
  return { offsets, neighbours: neighbours.subarray(0, to) };
}

function symmetrized({ rows, indptr, indices }: CsrMatrix): Lists {
  const ends = new Int32Array(rows + 1);
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      if (indices[k] >= rows) continue;
      ends[r + 1]++;
      ends[indices[k] + 1]++;
    }
  }
  for (let v = 0; v < rows; v++) ends[v + 1] += ends[v];
  const both = new Int32Array(ends[rows]);
  const next = ends.slice(0, rows);
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) {
      if (indices[k] >= rows) continue;
      both[next[r]++] = indices[k];
      both[next[indices[k]]++] = r;
    }
  }
  // An edge that A has in both directions, or a loop, counts once and not at all.
  const offsets = new Int32Array(rows + 1);
  const lastSeenBy = new Int32Array(rows).fill(-1);
  let to = 0;
  for (let v = 0; v < rows; v++) {
    lastSeenBy[v] = v;
    for (let e = ends[v]; e < ends[v + 1]; e++) {
      const u = both[e];
      if (lastSeenBy[u] === v) continue;
      lastSeenBy[u] = v;
      both[to++] = u;
    }
    offsets[v + 1] = to;
  }
  return { offsets, neighbours: both.subarray(0, to) };
}

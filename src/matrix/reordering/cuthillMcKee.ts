import { oncePer } from '../../oncePer.js';
import type { CsrMatrix } from '../csrMatrix.js';
import { type Adjacency, adjacencyOf } from './adjacency.js';

/**
 * The rows in reverse Cuthill-McKee order of the pattern of A + A^T: neighbours in the graph become neighbours in the
 * order, so that rows which follow each other read near parts of x. Each component begins at a pseudo-peripheral vertex
 * (George and Liu, ACM TOMS 1979). Linear time for a bounded number of starts; once for each matrix.
 */
export const cuthillMcKeeOrder = oncePer(
  (matrix: CsrMatrix): Int32Array => breadthFirstOrder(adjacencyOf(matrix)).reverse(),
);

/** Starts that the search for a pseudo-peripheral vertex may try; it nearly always ends after three or four. */
const mostStarts = 8;

/** Component after component, each breadth first from its start, neighbours by ascending degree. */
function breadthFirstOrder({ offsets, neighbours, byDegree }: Adjacency): Int32Array {
  const order = new Int32Array(byDegree.length);
  /** The traversal that reached a vertex last; 0: none, so its component is not numbered yet. */
  const reachedBy = new Int32Array(byDegree.length);
  let traversals = 0;
  let numbered = 0;

  /** Writes the component of `root` to `order` from `numbered` on. Returns its height and where its last level begins. */
  function traverse(root: number): { height: number; end: number; lastLevel: number } {
    const traversal = ++traversals;
    order[numbered] = root;
    reachedBy[root] = traversal;
    let end = numbered + 1;
    let lastLevel = numbered;
    let height = 0;
    for (let levelEnd = end, at = numbered; at < end; height++, levelEnd = end) {
      lastLevel = at;
      for (; at < levelEnd; at++) {
        const v = order[at];
        for (let e = offsets[v]; e < offsets[v + 1]; e++) {
          const u = neighbours[e];
          if (reachedBy[u] === traversal) continue;
          reachedBy[u] = traversal;
          order[end++] = u;
        }
      }
    }
    return { height, end, lastLevel };
  }

  /** Of the vertices in order[begin] .. order[end], one with the fewest neighbours. */
  function leastDegree(begin: number, end: number): number {
    const degreeOf = (v: number) => offsets[v + 1] - offsets[v];
    let least = order[begin];
    for (let i = begin + 1; i < end; i++) if (degreeOf(order[i]) < degreeOf(least)) least = order[i];
    return least;
  }

  for (const first of byDegree) {
    if (reachedBy[first] !== 0) continue;
    let reached = traverse(first);
    for (let starts = 1; starts < mostStarts; starts++) {
      const { height } = reached;
      // The traversal from the far end is kept in any case: it is at least as high.
      reached = traverse(leastDegree(reached.lastLevel, reached.end));
      if (reached.height <= height) break;
    }
    numbered = reached.end;
  }
  return order;
}

import type { Graph } from './graph.js';

/** A graph in one line for people: `SORT → COMPRESS → BMT_ROW_BLOCK`, branches as `HYB_DECOMP[… | …]`. */
export function graphChain(graph: Graph): string {
  return graph
    .map(({ op, branches }) => (branches ? `${op}[${branches.map(graphChain).join(' | ')}]` : op))
    .join(' → ');
}

import type { Graph, GraphNode, ParamValue } from '../graph/graph.js';
import { operatorNamed } from '../operators/index.js';

/** A graph drawn with one node a line; branches hang below the node that divides. */
export function graphTree(graph: Graph): string[] {
  return graph.flatMap((node) => [nodeLabel(node), ...branchLines(node.branches ?? [])]);
}

function branchLines(branches: readonly Graph[]): string[] {
  return branches.flatMap((branch, b) => {
    const isLast = b === branches.length - 1;
    return graphTree(branch).map((line, i) => `${i === 0 ? (isLast ? '└─ ' : '├─ ') : isLast ? '   ' : '│  '}${line}`);
  });
}

/** `BMT_COL_BLOCK  size 4`: the operator with the parameters that differ from their defaults. */
function nodeLabel(node: GraphNode): string {
  return [node.op, ...shownParams(node)].join('  ');
}

/** `size 4` for each parameter of a node that differs from its default. */
export function shownParams({ op, params }: GraphNode): string[] {
  const specs = operatorNamed(op)?.params ?? {};
  return Object.entries(params)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(specs[name]?.default))
    .map(([name, value]) => `${name} ${valueText(value)}`);
}

/** A parameter's value for people; lists in brackets. */
export function valueText(value: ParamValue): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : `${value}`;
}

import type { Graph } from '../graph/graph.js';
import { canonicalJson } from '../graph/identity.js';
import { seeds } from '../seeds/index.js';
import { mapNodes } from '../space/paths.js';

/** Name of the published format that has a graph's structure, whatever its parameters; undefined when none has. */
export function familyOf(graph: Graph): string | undefined {
  const structure = structureOf(graph);
  return seeds.find((seed) => structureOf(seed.graph) === structure)?.name;
}

function structureOf(graph: Graph): string {
  return canonicalJson(mapNodes(graph, (node) => ({ ...node, params: {} })));
}

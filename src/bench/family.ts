import type { Graph } from '../graph/graph.js';
import { structureKey } from '../graph/identity.js';
import { seeds } from '../seeds/index.js';

/** Name of the seed that has a graph's structure, whatever its parameters; undefined when none has. */
export function familyOf(graph: Graph): string | undefined {
  const structure = structureKey(graph);
  return seeds.find((seed) => structureKey(seed.graph) === structure)?.name;
}

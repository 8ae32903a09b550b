import { applyChain, type Step } from '../graph/apply.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import type { MetadataSet } from '../metadata/metadataSet.js';
import { operators } from '../operators/index.js';
import { checkParams, isRefusal, type Operator, type Params } from '../operators/operator.js';
import type { Random } from '../random.js';
import type { ChainPath } from './paths.js';

/** A sample of the matrix, and how nodes are applied to it. */
export interface Sample {
  readonly start: MetadataSet;
  readonly step: Step;
}

/** How often an optional operator is taken where it is legal, by what it does. */
const appetite = {
  divides: 0.06,
  reorders: 0.25,
  pads: 0.35,
  layout: 0.85,
  compression: 0.2,
  blocks: 0.35,
  scatter: 0.15,
  upperReduction: 0.6,
};

/** Random parameters from an operator's coarse grids. */
export function randomParams(operator: Operator, random: Random): Params {
  const params: Record<string, Params[string]> = {};
  for (const [name, spec] of Object.entries(operator.params)) {
    const value = spec.coarse[random.int(spec.coarse.length)];
    if (JSON.stringify(value) !== JSON.stringify(spec.default)) params[name] = value;
  }
  return params;
}

/**
 * Continues a chain from given metadata until it makes a kernel: walks the registry in order, since that is the order
 * in which chains may use operators, and takes legal ones by chance. Undefined where it ended incomplete.
 */
export function grow(prefix: Graph, start: MetadataSet, random: Random, depth = 0): Graph | undefined {
  const chain: GraphNode[] = [...prefix];
  let metadata = start;
  const last = chain.at(-1);
  const from = last ? operators.findIndex((operator) => operator.name === last.op) + 1 : 0;
  for (let i = from; i < operators.length; i++) {
    const operator = operators[i];
    if (!wanted(operator, metadata, random, depth)) continue;
    const params = checkParams(operator, randomParams(operator, random));
    if (isRefusal(params) || operator.legal(metadata, params)) continue;
    if (operator.divide) {
      const branches: Graph[] = [];
      for (const part of operator.divide(metadata, params)) {
        const branch = grow([], part, random, depth + 1);
        if (!branch) return undefined;
        branches.push(branch);
      }
      return [...chain, { op: operator.name, params, branches }];
    }
    if (!operator.apply) continue;
    metadata = operator.apply(metadata, params);
    chain.push({ op: operator.name, params });
  }
  return metadata.reduction.global ? chain : undefined;
}

/** Whether chance takes an operator here. Steps that every chain needs are always taken when they come up. */
function wanted(operator: Operator, metadata: MetadataSet, random: Random, depth: number): boolean {
  const { properties } = operator;
  if (properties.compresses || properties.setsResources) return true;
  if (properties.maps) {
    if (metadata.levels[properties.maps.level]) return false;
    // Three axes a level: an even draw among them, and for threads one of them must come.
    if (properties.maps.level === 'bmt') return random.next() < (properties.maps.axis === 'nnz' ? 1 : 0.45);
    return random.next() < appetite.blocks / 2;
  }
  if (properties.reduces === 'thread') return !properties.needsAtomics || random.next() < appetite.scatter;
  if (properties.reduces === 'global') {
    // Atomics share rows at a price: mostly wait for the store, which comes last.
    return properties.needsAtomics ? random.next() < 0.15 || !mayStore(metadata) : true;
  }
  if (properties.reduces) return random.next() < appetite.upperReduction;
  if (operator.divide) return depth < 1 && random.next() < appetite.divides;
  if (properties.reordersRows) return random.next() < appetite.reorders;
  if (properties.pads) return random.next() < appetite.pads;
  if (properties.setsLayout) return random.next() < appetite.layout;
  return random.next() < appetite.compression;
}

function mayStore(metadata: MetadataSet): boolean {
  const store = operators.find(
    (operator) => operator.properties.reduces === 'global' && !operator.properties.needsAtomics,
  );
  return store !== undefined && !store.legal(metadata, {});
}

/** The metadata after a chain without branches, or undefined where it is not legal. */
export function metadataAfter(chain: Graph, metadata: MetadataSet, step: Step): MetadataSet | undefined {
  const leaves = applyChain(chain, metadata, '', step);
  return isRefusal(leaves) || leaves.length !== 1 ? undefined : leaves[0];
}

/** What the chain at a path starts from: the part of the sample that its branch gets. */
export function metadataOfChain(graph: Graph, path: ChainPath, { start, step }: Sample): MetadataSet | undefined {
  let metadata: MetadataSet | undefined = start;
  let chain = graph;
  for (const b of path) {
    const node = chain.at(-1);
    metadata = metadata && metadataAfter(chain.slice(0, -1), metadata, step);
    if (!metadata || !node?.branches) return undefined;
    const parts = step(node, metadata);
    if (isRefusal(parts)) return undefined;
    metadata = parts[b];
    chain = node.branches[b] ?? [];
  }
  return metadata;
}

import type { Target } from '../codegen/kernelSource.js';
import type { Graph } from '../graph/graph.js';
import type { PruneCount } from '../tuneTypes.js';
import { type Candidate, type Features, featureOf } from './space.js';

/** What a rule may look at besides the candidate. */
export interface PruningContext {
  readonly target: Target;
  /** Bytes that the best kernel so far moves; undefined before there is one. */
  readonly bestBytes: number | undefined;
}

/** A reason not to measure a candidate. `test` is true when the candidate goes. Unknown features never prune. */
export interface PruningRule {
  readonly name: string;
  readonly reason: string;
  readonly source: string;
  test(features: Features, graph: Graph, context: PruningContext): boolean;
}

/** Rules in the order in which they are asked; the first that fires gets the count. */
export const pruningRules: readonly PruningRule[] = [
  {
    name: 'padding',
    reason: 'stores over 4 entries for each non-zero, so it moves several times the bytes of CSR',
    source: 'Bell and Garland, SC 2009: ELL pays only while rows are of similar length',
    test: (features) => (featureOf(features, 'estimate.padding') ?? 1) > 4,
  },
  {
    name: 'traffic',
    reason: 'must move over 3 times the bytes of the best kernel, and SpMV is bound by memory',
    source: 'roofline model (Williams, Waterman, Patterson, CACM 2009)',
    test: (features, _graph, { bestBytes }) =>
      bestBytes !== undefined && (featureOf(features, 'estimate.bytes') ?? 0) > 3 * bestBytes,
  },
  {
    name: 'idle-device',
    reason: 'starts fewer blocks than an eighth of what runs at once, although there is work for all',
    source: 'occupancy: bandwidth needs many loads in flight (Volkov, GTC 2010)',
    test: (features, _graph, { target }) => {
      const work = featureOf(features, 'matrix.nnz') ?? 0;
      const blocks = featureOf(features, 'estimate.blocks') ?? Infinity;
      return work >= 256 * target.parallelBlocks && blocks < target.parallelBlocks / 8;
    },
  },
  {
    name: 'regular-rows',
    reason: 'sorts or bins rows that all have about the same length: it only costs locality and an index array',
    source: 'Kreutzer et al., SIAM J. Sci. Comput. 2014: sigma is for irregular rows',
    test: (features) => (featureOf(features, 'matrix.rowCv') ?? 1) < 0.05 && (featureOf(features, 'reorders') ?? 0) > 0,
  },
  {
    name: 'near-rows',
    reason: 'reorders rows for locality, but rows that follow each other read the same parts of x already',
    source:
      'Pichel et al., Parallel Computing 2005: what reordering gains is the distance between rows that it removes',
    test: (features) =>
      (featureOf(features, 'matrix.sectorsPerEntry') ?? 1) < 0.25 && (featureOf(features, 'localizes') ?? 0) > 0,
  },
  {
    name: 'short-rows',
    reason: 'splits rows among threads, but no row has more than 4 entries to share',
    source: 'Bell and Garland, SC 2009: CSR-vector wastes lanes on short rows',
    test: (features) =>
      (featureOf(features, 'matrix.maxRow') ?? Infinity) <= 4 && (featureOf(features, 'splitsRows') ?? 0) > 0,
  },
  {
    name: 'long-row-in-one-thread',
    reason: 'one thread gets over 1000 times the mean work, and all others wait for it',
    source: 'Greathouse and Daga, SC 2014: CSR-Adaptive exists for this',
    test: (features) => (featureOf(features, 'estimate.imbalance') ?? 1) > 1000,
  },
];

export interface Pruner {
  /** Name of the rule that removes the candidate, or undefined when it may be measured. */
  prune(candidate: Candidate): string | undefined;
  /** How many graphs each rule removed; each graph counts once. */
  counts(): PruneCount[];
}

/** A pruner over rules. No rules: nothing is pruned. */
export function createPruner(rules: readonly PruningRule[], context: () => PruningContext): Pruner {
  const removed = new Map(rules.map((rule) => [rule, new Set<string>()]));
  return {
    prune(candidate) {
      const now = context();
      const rule = rules.find((each) => each.test(candidate.features, candidate.graph, now));
      if (rule) removed.get(rule)!.add(candidate.hash);
      return rule?.name;
    },
    counts: () =>
      rules.map((rule) => ({
        rule: rule.name,
        reason: rule.reason,
        source: rule.source,
        removed: removed.get(rule)!.size,
      })),
  };
}

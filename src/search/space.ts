import type { Graph, ParamValue } from '../graph/graph.js';
import type { Random } from '../random.js';

/** One tunable parameter of a graph. */
export interface Axis {
  /** Path of the node in the graph. */
  readonly node: string;
  readonly name: string;
  /** Axes of one kind mean the same in every graph. */
  readonly kind: string;
  /** A few values that span the range, and what the graph has now. */
  readonly coarse: readonly ParamValue[];
  /** All values worth trying, and what the graph has now, in order; neighbours are similar. */
  readonly fine: readonly ParamValue[];
  /** What the graph has now. */
  readonly value: ParamValue;
}

/**
 * Everything the search may know of operator graphs, for one matrix and one device. The search never looks into a
 * graph: this interface is the whole seam, so that strategies are tested on made-up spaces.
 */
export interface SearchSpace {
  /** Named seeds that suit this matrix and device, simplest first; the first is the baseline. */
  seeds(): { name: string; graph: Graph }[];
  /**
   * A random legal extension or mutation, perhaps with parts of a partner; undefined when none was found in a few
   * tries. `idle` are leaves that do no work, which are left alone, here and below.
   */
  mutate(
    graph: Graph,
    random: Random,
    from?: { readonly partner?: Graph; readonly idle?: readonly number[] },
  ): { graph: Graph; action: string } | undefined;
  /** Every graph that is one change away; not all are legal. Parameters of the present operators stay: see `axes`. */
  neighbours(graph: Graph, idle?: readonly number[]): Graph[];
  /** Tunable parameters: how the kernel is launched, then the others in the graph's node order. */
  axes(graph: Graph, idle?: readonly number[]): Axis[];
  /** The graph with some axes set; keys are `axisKey`s. */
  withAxes(graph: Graph, values: ReadonlyMap<string, ParamValue>): Graph;
  /** The graph less some leaves, by their place in it: a division that is left with one branch goes on as that. */
  withoutLeaves(graph: Graph, leaves: readonly number[]): Graph;
  /** Identity of the structure: the graph with all parameters at their defaults. */
  structureKey(graph: Graph): string;
  /** Identity of the graph. */
  hash(graph: Graph): string;
  /** Identity of what the graph makes of a sample: graphs with the same very probably make the same kernel. */
  sketch(graph: Graph): string;
  /** A cheap legality test on a sample of the matrix; a reason when surely not legal. */
  refusal(graph: Graph): string | undefined;
  /** Numbers by name for the cost model and the pruning rules; `FeatureName` lists those with a meaning here. */
  features(graph: Graph): Record<string, number>;
  /** Number of nodes and the like: of equally fast kernels the one with less wins. */
  complexity(graph: Graph): number;
}

/**
 * Features that pruning rules and the prior read. A space may have any others. One that is absent is unknown: it
 * prunes nothing. Others, such as counts of each operator and values of parameters, are for the cost model alone.
 */
export type FeatureName =
  | 'matrix.rows'
  | 'matrix.cols'
  | 'matrix.nnz'
  | 'matrix.meanRow'
  | 'matrix.maxRow'
  /** Standard deviation of the row lengths over their mean. */
  | 'matrix.rowCv'
  /** Stored entries over nnz. */
  | 'estimate.padding'
  /** Bytes that the kernel must move once. */
  | 'estimate.bytes'
  /** Sectors of x that are read from beyond shared memory. */
  | 'estimate.gathers'
  | 'estimate.blocks'
  | 'estimate.launches'
  /** Most entries that one thread handles over the mean. */
  | 'estimate.imbalance'
  /** Sectors of x that runs of 32 rows touch, over their entries. */
  | 'matrix.sectorsPerEntry'
  /** A number for the ways in which threads get their entries; graphs with the same are alike. */
  | 'family'
  /** Operators that order rows by their length. */
  | 'reorders'
  /** Operators that order rows so that neighbours read near parts of x. */
  | 'localizes'
  /** Operators that cut rows into blocks. */
  | 'splitsRows';

export type Features = Readonly<Record<string, number>>;

/** A feature, or undefined where the space does not know it: absent, or below zero, which none of these can be. */
export function featureOf(features: Features, name: FeatureName): number | undefined {
  const value = features[name];
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** How `withAxes` names an axis. */
export function axisKey(axis: Pick<Axis, 'node' | 'name'>): string {
  return `${axis.node}.${axis.name}`;
}

/** A graph with what the search asks about it, computed once. */
export interface Candidate {
  readonly graph: Graph;
  readonly hash: string;
  readonly structure: string;
  readonly features: Features;
  readonly complexity: number;
}

/** Describes graphs, each once: features may cost a pass over the matrix. */
export function createDescriber(space: SearchSpace): (graph: Graph) => Candidate {
  const known = new Map<string, Candidate>();
  return (graph) => {
    const hash = space.hash(graph);
    let candidate = known.get(hash);
    if (!candidate) {
      candidate = {
        graph,
        hash,
        structure: space.structureKey(graph),
        features: space.features(graph),
        complexity: space.complexity(graph),
      };
      known.set(hash, candidate);
    }
    return candidate;
  };
}

import type { DeviceInfo } from '../device/device.js';
import type { Graph, ParamValue } from '../graph/graph.js';
import type { Evaluation, Evaluator } from './evaluator.js';
import { type SearchTrial, timeOf } from './history.js';
import { type Axis, axisKey, type SearchSpace } from './space.js';

const noSeconds = { build: 0, compile: 0, verify: 0, benchmark: 0 };

/**
 * A log as a simulated device: a graph gets what was measured of it, at the effort nearest to the one asked for. A
 * graph that was never tried is refused, and costs nothing.
 */
export function recordedEvaluator(
  trials: readonly SearchTrial[],
  device: DeviceInfo,
  hash: SearchSpace['hash'],
): Evaluator {
  const byHash = groupBy(trials, (trial) => trial.hash);
  return {
    device,
    async evaluate(graph, effort): Promise<Evaluation> {
      const known = byHash.get(hash(graph));
      if (!known) return { outcome: 'refused', reason: 'not recorded', seconds: noSeconds };
      const distance = (trial: SearchTrial) => Math.abs(Math.log(trial.effort.budgetMs / effort.budgetMs));
      const { outcome, reason, timing, kernel, seconds } = known.reduce((a, b) => (distance(b) < distance(a) ? b : a));
      return { outcome, reason, timing, kernel, seconds };
    },
    close: async () => {},
  };
}

/** What trials of the levels and of the controls are called; any other origin is a seed's name. */
const levelNames: ReadonlySet<string> = new Set(['coarse', 'structures', 'neighbours', 'fine', 'random', 'grid']);

/** Whether a seed was tried. */
export function isOfSeed({ origin }: Pick<SearchTrial, 'origin'>): boolean {
  return !levelNames.has(origin);
}

/**
 * The part of a space that a log holds, so that strategies are compared on what was measured and on nothing else.
 * Seeds and features are the log's; mutations lead to recorded structures that share most operators; axes offer the
 * values that were tried. The matrix is not needed: the given space may be that of any other.
 */
export function recordedSpace(space: SearchSpace, trials: readonly SearchTrial[]): SearchSpace {
  const byHash = groupBy(trials, (trial) => trial.hash);
  const byStructure = groupBy(
    [...byHash.values()].map(([first]) => first),
    (trial) => trial.structure,
  );
  const seeds = trials.filter(isOfSeed);
  const seedHashes = new Set(seeds.map((trial) => trial.hash));
  const tried = new Map<string, Map<string, Set<string>>>();
  for (const [structure, members] of byStructure) tried.set(structure, valuesOf(space, members));

  const kept = (structure: string, axis: Axis, values: readonly ParamValue[]) => {
    const known = tried.get(structure)?.get(axisKey(axis));
    return values.filter((value) => known?.has(JSON.stringify(value)));
  };
  return {
    ...space,
    seeds: () => seeds.map((trial) => ({ name: trial.origin, graph: trial.graph })),
    mutate(graph, random) {
      const own = space.structureKey(graph);
      const others = [...byStructure].filter(([structure]) => structure !== own);
      if (others.length === 0) return undefined;
      // Of a few drawn at random the most alike: a step, not a jump.
      const drawn = Array.from({ length: 4 }, () => others[random.int(others.length)][1]);
      const members = drawn.reduce((a, b) => (likeness(graph, b[0].graph) > likeness(graph, a[0].graph) ? b : a));
      const unseeded = members.filter((member) => !seedHashes.has(member.hash));
      const pool = unseeded.length > 0 ? unseeded : members;
      return { graph: pool[random.int(pool.length)].graph, action: 'recorded' };
    },
    neighbours: (graph) =>
      [...byStructure.values()].filter(([first]) => isNear(graph, first.graph)).map(([first]) => first.graph),
    axes(graph) {
      const structure = space.structureKey(graph);
      return space.axes(graph).map((axis) => ({
        ...axis,
        coarse: kept(structure, axis, axis.coarse),
        fine: kept(structure, axis, axis.fine),
      }));
    },
    features: (graph) => ({ ...(byHash.get(space.hash(graph))?.[0].features ?? space.features(graph)) }),
    // What is recorded is known to be worth a trial.
    sketch: space.hash,
    refusal: (graph) => (byHash.has(space.hash(graph)) ? undefined : 'not recorded'),
  };
}

/** The fastest time in a log, the goal that strategies are compared by. */
export function bestTimeOf(trials: readonly SearchTrial[]): number {
  return Math.min(...trials.map((trial) => timeOf(trial) ?? Infinity));
}

/** Trials until one is within a factor of a time; Infinity when none is. */
export function trialsToReach(trials: readonly SearchTrial[], timeUs: number, factor: number): number {
  const at = trials.findIndex((trial) => (timeOf(trial) ?? Infinity) <= timeUs * factor);
  return at < 0 ? Infinity : at + 1;
}

function valuesOf(space: SearchSpace, members: readonly SearchTrial[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const member of members) {
    for (const axis of space.axes(member.graph)) {
      const key = axisKey(axis);
      values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(axis.value)));
    }
  }
  return values;
}

/** Share of operators that two graphs have in common. */
function likeness(a: Graph, b: Graph): number {
  const left = operatorsOf(a);
  const right = operatorsOf(b);
  const common = left.filter((op) => right.includes(op)).length;
  return (2 * common) / (left.length + right.length);
}

/** Whether one operator more, less, or in another's place makes one graph's operators the other's. */
function isNear(a: Graph, b: Graph): boolean {
  const [left, right] = [operatorsOf(a), operatorsOf(b)];
  for (const op of [...left]) {
    if (!right.includes(op)) continue;
    left.splice(left.indexOf(op), 1);
    right.splice(right.indexOf(op), 1);
  }
  return left.length <= 1 && right.length <= 1;
}

function operatorsOf(graph: Graph): string[] {
  return graph.flatMap((node) => [node.op, ...(node.branches ?? []).flatMap(operatorsOf)]);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

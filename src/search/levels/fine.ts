import type { ParamValue } from '../../graph/graph.js';
import type { Random } from '../../random.js';
import { anneal } from '../annealing.js';
import { type SearchTrial, timeOf } from '../history.js';
import { type Axis, axisKey, type Candidate } from '../space.js';
import { admissible, type Level, type LevelContext, measureAll } from './level.js';

/** Steps of one annealing run: cheap beside a measurement, enough for a dozen axes. */
const annealingSteps = 160;

/** Energy of what is refused or pruned: above any prediction, yet finite, so that the walk can leave it. */
const forbidden = 10;

/**
 * Level 3: the fine grid of the best structures. The model predicts, annealing looks for what it thinks fastest, the
 * best few are measured, and the model learns from them. A structure is left alone when that no longer pays.
 */
export function* fineLevel(context: LevelContext): Level {
  const { history, options, predictor } = context;
  const random = context.random.fork('fine');
  /** Batches without gain, by structure; forgotten when the structure's best changes. */
  const stale = new Map<string, { batches: number; hash: string }>();
  while (true) {
    const target = nextTarget(history.rankedStructures().slice(0, options.fineStructures), stale, options.finePatience);
    if (!target || history.ranked().length < options.minSamples) {
      yield undefined;
      continue;
    }
    predictor.refresh();
    const before = timeOf(target)!;
    const batch = finePoints(context, target, random);
    const trials = yield* measureAll(context, batch, options.shortMs, 'fine');
    const after = Math.min(...trials.map((trial) => timeOf(trial) ?? Infinity));
    const now = history.rankedStructures().find((each) => each.structure === target.structure) ?? target;
    const paid = after < before * (1 - options.gain);
    const patienceUsed = batch.length === 0 ? options.finePatience : (stale.get(target.structure)?.batches ?? 0) + 1;
    stale.set(target.structure, { batches: paid ? 0 : patienceUsed, hash: now.hash });
  }
}

/** The structure with the least batches without gain; of those, the fastest. */
function nextTarget(
  structures: readonly SearchTrial[],
  stale: ReadonlyMap<string, { batches: number; hash: string }>,
  patience: number,
): SearchTrial | undefined {
  const batchesOf = (trial: SearchTrial) => {
    const entry = stale.get(trial.structure);
    return entry && entry.hash === trial.hash ? entry.batches : 0;
  };
  const open = structures.filter((trial) => batchesOf(trial) < patience);
  return open.reduce<SearchTrial | undefined>((a, b) => (a && batchesOf(a) <= batchesOf(b) ? a : b), undefined);
}

/** A batch of fine-grid points of one structure, most promising first, one of them near the best but blind. */
export function finePoints(context: LevelContext, target: SearchTrial, random: Random): Candidate[] {
  const { space, options, predictor, describe } = context;
  const axes = space.axes(target.graph, target.kernel?.idle).filter((axis) => axis.fine.length > 1);
  if (axes.length === 0) return [];
  const seen = new Map<string, { candidate: Candidate; energy: number }>();
  const candidateOf = (state: readonly number[]) =>
    describe(space.withAxes(target.graph, new Map<string, ParamValue>(axes.map(valueAt(state)))));
  const energy = (state: readonly number[]) => {
    const candidate = candidateOf(state);
    let entry = seen.get(candidate.hash);
    if (!entry) {
      const removed = context.pruner.prune(candidate) ?? context.refusal(candidate);
      entry = { candidate, energy: removed === undefined ? predictor.predict(candidate) : forbidden };
      seen.set(candidate.hash, entry);
    }
    return entry.energy;
  };

  const initial = axes.map(indexOfValue);
  if (options.annealing) {
    const neighbour = (state: readonly number[], from: Random) => step(state, axes, from);
    anneal<readonly number[]>({ initial, neighbour, energy, random, steps: annealingSteps, hot: 0.3, cold: 0.003 });
  } else {
    for (let i = 0; i < annealingSteps; i++) energy(axes.map((axis) => random.int(axis.fine.length)));
  }
  // Single steps from the best are looked at in any case: at few samples they are the safest guesses.
  for (const [i, axis] of axes.entries()) {
    for (const move of [-1, 1]) {
      const index = initial[i] + move;
      if (index >= 0 && index < axis.fine.length) energy(initial.with(i, index));
    }
  }

  const order = [...seen.values()].sort((a, b) => a.energy - b.energy).map(({ candidate }) => candidate);
  const batch = context.twins.distinct(admissibleOf(context, order), options.batch - 1);
  for (let tries = 0; tries < 8 && batch.length < options.batch; tries++) {
    const candidate = candidateOf(step(step(initial, axes, random), axes, random));
    if (batch.some((each) => each.hash === candidate.hash) || context.twins.has(candidate)) continue;
    if (admissible(context, candidate)) batch.push(candidate);
  }
  return batch;
}

/** Lazily: the first few are enough, and the tests of others cost time. */
function* admissibleOf(context: LevelContext, candidates: readonly Candidate[]): Generator<Candidate> {
  for (const candidate of candidates) if (admissible(context, candidate)) yield candidate;
}

/** Moves one axis: mostly to a neighbouring value, at times anywhere. */
function step(state: readonly number[], axes: readonly Axis[], random: Random): number[] {
  const i = random.int(axes.length);
  const last = axes[i].fine.length - 1;
  if (random.next() < 0.2) return state.with(i, random.int(last + 1));
  const move = random.next() < 0.5 ? -1 : 1;
  const index = state[i] + move;
  return state.with(i, index < 0 || index > last ? state[i] - move : index);
}

function valueAt(state: readonly number[]): (axis: Axis, i: number) => [string, ParamValue] {
  return (axis, i) => [axisKey(axis), axis.fine[state[i]]];
}

/** Where an axis stands on its fine grid. */
function indexOfValue(axis: Axis): number {
  return axis.fine.findIndex((value) => JSON.stringify(value) === JSON.stringify(axis.value));
}

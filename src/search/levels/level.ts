import type { Target } from '../../codegen/kernelSource.js';
import type { Graph } from '../../graph/graph.js';
import type { Random } from '../../random.js';
import type { History, SearchTrial } from '../history.js';
import type { Predictor } from '../model/predictor.js';
import type { SearchOptions } from '../options.js';
import type { Pruner } from '../pruning.js';
import type { Candidate, SearchSpace } from '../space.js';
import type { Twins } from '../twins.js';

/** What a level wants measured next. */
export interface Proposal {
  readonly candidate: Candidate;
  /** Device time to measure for, in milliseconds. */
  readonly budgetMs: number;
  readonly origin: string;
}

/**
 * A level of the search: yields proposals, several of them before the first is measured, and finds what came of them
 * in the history. Yielding undefined passes: there is nothing to propose until the history grows.
 */
export type Level = Generator<Proposal | undefined, void, void>;

/** What all levels share. They keep only their own state; what was measured is in the history. */
export interface LevelContext {
  readonly space: SearchSpace;
  readonly target: Target;
  readonly options: SearchOptions;
  readonly random: Random;
  readonly history: History;
  readonly predictor: Predictor;
  readonly pruner: Pruner;
  readonly twins: Twins;
  describe(graph: Graph): Candidate;
  /** Why a sample of the matrix says that the graph is not legal. Asked once a graph. */
  refusal(candidate: Candidate): string | undefined;
}

/** Whether a candidate is new, passes the pruning rules, and is not surely illegal. Cheapest test first. */
export function admissible(context: LevelContext, candidate: Candidate): boolean {
  return (
    !context.history.tried(candidate.hash) &&
    context.pruner.prune(candidate) === undefined &&
    context.refusal(candidate) === undefined
  );
}

/** Proposes candidates one by one, passes until all are measured, by this level or another, and returns their trials. */
export function* measureAll(
  { history }: LevelContext,
  candidates: readonly Candidate[],
  budgetMs: number,
  origin: string,
): Generator<Proposal | undefined, SearchTrial[], void> {
  for (const candidate of candidates) {
    // Another level may have been there since.
    if (!history.tried(candidate.hash, budgetMs)) yield { candidate, budgetMs, origin };
  }
  while (true) {
    const trials = candidates.flatMap(({ hash }) => history.latest(hash) ?? []);
    if (trials.length === candidates.length) return trials;
    yield undefined;
  }
}

/** What the model thinks fastest. There must be a candidate. */
export function mostPromising({ predictor }: LevelContext, candidates: readonly Candidate[]): Candidate {
  predictor.refresh();
  return candidates
    .map((candidate) => ({ candidate, prediction: predictor.predict(candidate) }))
    .reduce((a, b) => (b.prediction < a.prediction ? b : a)).candidate;
}

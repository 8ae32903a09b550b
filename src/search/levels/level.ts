import type { Target } from '../../codegen/kernelSource.js';
import type { Graph } from '../../graph/graph.js';
import type { Random } from '../../random.js';
import type { Effort } from '../evaluator.js';
import { type History, type SearchTrial, timeOf } from '../history.js';
import type { Predictor } from '../model/predictor.js';
import type { SearchOptions } from '../options.js';
import type { Pruner } from '../pruning.js';
import type { Candidate, SearchSpace } from '../space.js';

/** What a level wants measured next. */
export interface Proposal {
  readonly candidate: Candidate;
  readonly effort: Effort;
  readonly origin: string;
  /** What it will probably propose after this, for the evaluator to compile ahead. */
  readonly upcoming: readonly Graph[];
}

/**
 * A level of the search: yields proposals and is resumed with the trial that came of each. Yielding undefined passes:
 * there is nothing to propose until the history grows; it is then resumed with undefined.
 */
export type Level = Generator<Proposal | undefined, void, SearchTrial | undefined>;

/** What all levels share. They keep only their own state; what was measured is in the history. */
export interface LevelContext {
  readonly space: SearchSpace;
  readonly target: Target;
  readonly options: SearchOptions;
  readonly random: Random;
  readonly history: History;
  readonly predictor: Predictor;
  readonly pruner: Pruner;
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

/** A measurement that gives up on what is far slower than the best. */
export function effortOf(context: LevelContext, budgetMs: number): Effort {
  const best = timeOf(context.history.best());
  return best === undefined ? { budgetMs } : { budgetMs, stopAboveUs: best * context.options.stopFactor };
}

/** Proposes candidates one by one, as a batch that the evaluator may compile ahead. Returns the trials. */
export function* measureAll(
  context: LevelContext,
  candidates: readonly Candidate[],
  budgetMs: number,
  origin: string,
): Generator<Proposal | undefined, SearchTrial[], SearchTrial | undefined> {
  const trials: SearchTrial[] = [];
  for (const [i, candidate] of candidates.entries()) {
    // Another level may have been there since.
    if (context.history.tried(candidate.hash, budgetMs)) continue;
    const upcoming = candidates.slice(i + 1).map((each) => each.graph);
    const trial = yield { candidate, effort: effortOf(context, budgetMs), origin, upcoming };
    if (trial) trials.push(trial);
  }
  return trials;
}

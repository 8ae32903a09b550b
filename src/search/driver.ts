import { AlphaSparseError, messageOf } from '../errors.js';
import { createRandom } from '../random.js';
import type { ModelReport, Progress, PruneCount } from '../tuneTypes.js';
import { type Effort, type Evaluation, type Evaluator, totalSeconds } from './evaluator.js';
import { createHistory, type History, measurementKey, type SearchTrial, timeOf, trialOf } from './history.js';
import type { LevelContext, Proposal } from './levels/level.js';
import type { CostModel, TrainAside } from './model/costModel.js';
import { createPredictor, type Sample } from './model/predictor.js';
import { type SearchOptions, searchDefaults } from './options.js';
import { createPruner, pruningRules } from './pruning.js';
import { type Candidate, createDescriber, type SearchSpace } from './space.js';
import { type Strategy, threeLevels } from './strategy.js';
import { createTwins } from './twins.js';

export interface SearchInput {
  readonly space: SearchSpace;
  readonly evaluator: Evaluator;
  readonly options?: Partial<SearchOptions>;
  /** Stops after the trial that is running. */
  readonly signal?: AbortSignal;
  readonly onTrial?: (trial: SearchTrial, progress: Progress) => void;
  /** Keeps each new trial; called before anything else learns of it. */
  readonly log?: { append(trial: SearchTrial): void };
  /** Trials of an earlier run of the same search: they are taken as measured. */
  readonly resume?: readonly SearchTrial[];
  /** Training rows of earlier searches. */
  readonly warm?: readonly Sample[];
  /** Makes XGBoost models; see `loadXgboost`. */
  readonly boost?: () => CostModel;
  /** Trains them while the search goes on; see `openTrainer`. Not used on a recording, where the search must repeat. */
  readonly trainAside?: TrainAside;
  readonly strategy?: Strategy;
  /** The evaluator is a recording: time passes as its trials say, not by the clock. */
  readonly simulated?: boolean;
  /** Milliseconds spent before the search, which count against the budget. */
  readonly spentMs?: number;
}

export interface SearchResult {
  readonly history: History;
  readonly model: ModelReport;
  readonly pruned: readonly PruneCount[];
  /** Why it ended: 'budget', 'trials', 'no progress', 'exhausted', 'aborted', or a failure of the evaluator. */
  readonly stopped: string;
  readonly elapsedMs: number;
}

/** A candidate on its way to be a trial. */
interface Planned {
  readonly proposal: Proposal;
  /** What the model says of it, where it is new. */
  readonly prediction: number | undefined;
  readonly effort: Effort;
  /** An earlier run's trial, or what the evaluator will say. */
  readonly result: Promise<SearchTrial | Evaluation>;
  /** Whether the result is there. */
  isDone: boolean;
}

/** How often the strategy may pass while nothing is under way before the space counts as exhausted: mutations are random. */
const exhaustedAfter = 5;

/**
 * Runs a strategy until the budget, the trials, the patience or the space ends, or the signal fires. It is asked for
 * proposals while others are measured, so that neither it nor the compiler keeps the device waiting; trials come in the
 * order in which they end. Decisions depend on the seed and on the trials alone (time advances only between trials), so
 * a recording, which ends them in the order of the proposals, replays exactly.
 * Rejects only when the evaluator can no longer evaluate before anything was measured.
 */
export async function search(input: SearchInput): Promise<SearchResult> {
  const options: SearchOptions = { ...searchDefaults, ...input.options };
  const history = createHistory({
    eligible: (trial) => !options.deterministic || trial.kernel?.deterministic === true,
    gain: options.gain,
    crowding: options.crowding,
  });
  const context = createContext(input, options, history);
  const recorded = createReplay(input.resume ?? []);
  let elapsedMs = input.spentMs ?? 0;
  let mark = performance.now();

  /** The budget less what the final will take. */
  const searchMs = () => options.budgetMs - Math.min(options.budgetMs * options.finalShare, finalMs(history, options));
  const used = () => Math.max(elapsedMs / searchMs(), history.proposed() / options.trials);
  const reasonToStop = () => {
    if (input.signal?.aborted) return 'aborted';
    if (history.trials.length >= options.trials) return 'trials';
    if (elapsedMs >= searchMs() && history.trials.length > 0) return 'budget';
    if (history.sinceGain() >= options.patience) return 'no progress';
    return undefined;
  };
  const accept = (trial: SearchTrial, prediction: number | undefined) => {
    if (prediction !== undefined) context.predictor.score(prediction, trial);
    history.add(trial);
    const progress = { trials: history.trials.length, best: history.best(), elapsedMs, budgetMs: options.budgetMs };
    input.onTrial?.(trial, { ...progress, phase: trial.origin });
  };
  /** What an earlier run measured beyond the point where this one takes another way still counts. */
  const acceptRest = () => {
    for (const trial of recorded.takeRest()) accept({ ...trial, index: history.trials.length }, undefined);
  };
  const begin = (proposal: Proposal, prediction: number | undefined): Planned => {
    const { candidate, budgetMs } = proposal;
    const earlier = recorded.take(candidate.hash, budgetMs);
    if (!earlier) acceptRest();
    // What is far slower than the best is not worth the rest of its time.
    const best = timeOf(history.best());
    const effort = best === undefined ? { budgetMs } : { budgetMs, stopAboveUs: best * options.stopFactor };
    const result = earlier ? Promise.resolve(earlier) : input.evaluator.evaluate(candidate.graph, effort);
    const one: Planned = { proposal, prediction, effort, result, isDone: false };
    const done = () => {
      one.isDone = true;
    };
    // Whoever waits for it learns of a failure; it may be given up before.
    result.then(done, () => undefined);
    return one;
  };
  const take = async ({ proposal: { candidate, origin }, effort, result }: Planned): Promise<SearchTrial> => {
    const outcome = await result;
    const index = history.trials.length;
    const now = performance.now();
    const spentMs = now - mark;
    mark = now;
    if ('hash' in outcome) {
      elapsedMs = Math.max(elapsedMs, outcome.elapsedMs);
      return { ...outcome, index };
    }
    elapsedMs += input.simulated ? totalSeconds(outcome) * 1000 : spentMs;
    const trial = trialOf(candidate, { ...outcome, index, origin, effort, elapsedMs });
    input.log?.append(trial);
    return trial;
  };

  const level = (input.strategy ?? threeLevels)(context, used);
  const planned: Planned[] = [];
  const plan = () => {
    let passes = 0;
    while (planned.length < options.ahead && history.proposed() < options.trials) {
      const { value: proposal, done: isOver } = level.next();
      // While something is under way it may know more soon.
      if (isOver || (!proposal && (planned.length > 0 || ++passes === exhaustedAfter))) return;
      if (!proposal) continue;
      const { candidate, budgetMs } = proposal;
      const unseen = context.predictor.trained() && !history.tried(candidate.hash);
      const prediction = unseen ? context.predictor.predict(candidate) : undefined;
      history.expect(candidate, budgetMs);
      context.twins.note(candidate);
      planned.push(begin(proposal, prediction));
    }
  };
  /** The first that is measured. The baseline comes before all: the others are judged by it. */
  const nextDone = async (): Promise<Planned> => {
    const waiting = history.trials.length === 0 ? planned.slice(0, 1) : planned;
    // While any can still be measured, a failure of the evaluator may wait.
    await Promise.any(waiting.map(({ result }) => result)).catch(({ errors }: AggregateError) => {
      throw errors[0];
    });
    const index = planned.findIndex(({ isDone }) => isDone);
    return planned.splice(index, 1)[0];
  };
  let stopped = '';
  let model: ModelReport;
  try {
    while (!stopped) {
      plan();
      stopped = reasonToStop() ?? (planned.length > 0 ? '' : 'exhausted');
      if (stopped) break;
      const next = await nextDone();
      accept(await take(next), next.prediction);
    }
    acceptRest();
  } catch (error) {
    if (!history.best() || (error instanceof AlphaSparseError && error.code === 'internal')) throw error;
    stopped = messageOf(error);
  } finally {
    input.evaluator.drop?.();
    model = context.predictor.report();
    context.predictor.free();
  }
  return {
    history,
    model,
    pruned: context.pruner.counts(),
    stopped,
    elapsedMs,
  };
}

function createContext(input: SearchInput, options: SearchOptions, history: History): LevelContext {
  const { space, evaluator } = input;
  const target = evaluator.device.target;
  const refusals = new Map<string, string | undefined>();
  const models = { boost: input.boost, aside: input.simulated ? undefined : input.trainAside };
  return {
    space,
    target,
    options,
    random: createRandom(options.seed),
    history,
    predictor: createPredictor(history, target, options, options.boosting ? models : {}, input.warm),
    pruner: createPruner(options.pruning ? pruningRules : [], () => ({
      target,
      bestBytes: history.best()?.kernel?.bytes,
    })),
    twins: createTwins(space),
    describe: createDescriber(space),
    refusal(candidate: Candidate) {
      if (!refusals.has(candidate.hash)) refusals.set(candidate.hash, space.refusal(candidate.graph));
      return refusals.get(candidate.hash);
    },
  };
}

/** Trials of an earlier run, to be taken once each. */
function createReplay(trials: readonly SearchTrial[]) {
  const waiting = new Map<string, SearchTrial[]>();
  for (const trial of trials) {
    const key = measurementKey(trial.hash, trial.effort.budgetMs);
    waiting.set(key, [...(waiting.get(key) ?? []), trial]);
  }
  return {
    take: (hash: string, budgetMs: number) => waiting.get(measurementKey(hash, budgetMs))?.shift(),
    takeRest() {
      const rest = [...waiting.values()].flat().sort((a, b) => a.index - b.index);
      waiting.clear();
      return rest;
    },
  };
}

/** Trials by which the time that an evaluation takes is judged. */
const latestTrials = 16;

/** Twice what the final should take, judging by the latest trials: its kernels are already built. */
function finalMs({ trials }: History, { finalists, finalRounds, finalMs: deviceMs }: SearchOptions): number {
  const latest = trials.slice(-latestTrials);
  const hostSeconds = latest.reduce((sum, { seconds }) => sum + seconds.compile + seconds.verify, 0);
  const perEvaluation = deviceMs + (1000 * hostSeconds) / Math.max(1, latest.length);
  // The baseline and the best seed are measured as well.
  return 2 * (finalists + 2) * finalRounds * perEvaluation;
}

import type { DeviceInfo } from '../device/device.js';
import { gridSearch, randomSearch } from './controls.js';
import { search } from './driver.js';
import { median } from './final.js';
import type { SearchTrial } from './history.js';
import type { CostModel } from './model/costModel.js';
import type { Sample } from './model/predictor.js';
import { type SearchOptions, searchDefaults } from './options.js';
import { bestTimeOf, recordedEvaluator, recordedSpace, trialsToReach } from './recorded.js';
import type { SearchSpace } from './space.js';
import { type Strategy, threeLevels } from './strategy.js';

/** A way to search, to be compared with others. */
export interface Variant {
  readonly name: string;
  readonly strategy?: Strategy;
  readonly options?: Partial<SearchOptions>;
  /** Train on the warm rows, too. */
  readonly warm?: boolean;
}

/** The whole search, and the search less one of its parts each. */
export const parts: readonly Variant[] = [
  { name: 'all', strategy: threeLevels },
  { name: 'warm start', warm: true },
  { name: 'no pruning', options: { pruning: false } },
  { name: 'no annealing', options: { annealing: false } },
  { name: 'no XGBoost', options: { boosting: false } },
];

/** What the search must beat. */
export const controls: readonly Variant[] = [
  { name: 'random search', strategy: randomSearch },
  { name: 'grid search', strategy: gridSearch },
];

/** What is compared on a device itself, where whatever a search proposes is measured. */
export const onDevice: readonly Variant[] = [
  ...parts.filter((part) => !part.warm),
  { name: 'no families', options: { crowding: 0 } },
  { name: 'no neighbours', options: { shares: { ...searchDefaults.shares, neighbours: 0 } } },
  ...controls,
];

/** The parts with three seeds at the start in place of all: here the levels find the best, not the seeds. */
export const fewSeeds: readonly Variant[] = parts.map((part) => ({
  ...part,
  options: { seedShare: 0, fewTrials: 3, ...part.options },
}));

export interface Ablation {
  readonly name: string;
  /** Median over the seeds of the trials until within `factor` of the best recorded time; Infinity when over half fail. */
  readonly trials: number;
  /** The same in seconds of recorded time. */
  readonly seconds: number;
}

export interface AblationInput {
  readonly space: SearchSpace;
  readonly device: DeviceInfo;
  readonly trials: readonly SearchTrial[];
  readonly boost: () => CostModel;
  readonly warm?: readonly Sample[];
  readonly factor?: number;
  readonly seeds?: readonly number[];
  readonly compared?: readonly Variant[];
}

/** Runs every variant on a recording, with several seeds each. */
export async function ablate(input: AblationInput): Promise<Ablation[]> {
  const {
    space,
    device,
    trials,
    boost,
    factor = 1.03,
    seeds = [1, 2, 3, 4, 5],
    compared = [...parts, ...controls],
  } = input;
  const goal = bestTimeOf(trials);
  const rows: Ablation[] = [];
  for (const { name, strategy, options, warm } of compared) {
    const reached: { trials: number; seconds: number }[] = [];
    for (const seed of seeds) {
      const arrived = new AbortController();
      const { history } = await search({
        space: recordedSpace(space, trials),
        evaluator: recordedEvaluator(trials, device, space.hash),
        boost,
        strategy,
        warm: warm ? input.warm : [],
        simulated: true,
        // What comes after the goal does not count.
        signal: arrived.signal,
        onTrial: (trial) => trialsToReach([trial], goal, factor) === 1 && arrived.abort(),
        options: { budgetMs: 1e9, trials: trials.length, patience: Infinity, ...options, seed },
      });
      const needed = trialsToReach(history.trials, goal, factor);
      reached.push({ trials: needed, seconds: (history.trials[needed - 1]?.elapsedMs ?? Infinity) / 1000 });
    }
    rows.push({
      name,
      trials: median(reached.map((each) => each.trials)),
      seconds: median(reached.map((each) => each.seconds)),
    });
  }
  return rows;
}

/** Every limit of the search in one place. Each default says why it is what it is. */
export interface SearchOptions {
  /** Wall-clock limit in milliseconds, the final re-measurement included. */
  readonly budgetMs: number;
  /** Most trials; Infinity for none. */
  readonly trials: number;
  readonly seed: number;
  /** Only kernels whose results repeat bit for bit may win. */
  readonly deterministic: boolean;
  /** Apply the pruning rules. Off for comparison only. */
  readonly pruning: boolean;
  /** Use XGBoost. Off: the nearest measured candidate predicts. */
  readonly boosting: boolean;
  /** Anneal on predictions. Off: random fine-grid points, ranked by prediction. */
  readonly annealing: boolean;

  /** Share of the trials that each level gets while it has something to propose. Structures get most: 73% of the
   * winners that AlphaSparse reports are structures that no human format has. */
  readonly shares: {
    readonly coarse: number;
    readonly structures: number;
    readonly neighbours: number;
    readonly fine: number;
  };
  /** Seeds may take this share of the budget and of the trials: a slow device must reach the other levels too. */
  readonly seedShare: number;
  /** Yet so many trials go to seeds in any case: they are the best-informed guesses. */
  readonly fewTrials: number;

  /** Proposals made before what came of them is known, so that they compile and the search thinks while the device
   * measures. Building and compiling take about ten times as long as measuring. */
  readonly ahead: number;
  /** Device time of a first measurement, in milliseconds: enough for a median, small beside all else. */
  readonly shortMs: number;
  /** Device time of a survivor's measurement. */
  readonly longMs: number;
  /** A candidate slower than this many times the best stops at its first sample: it cannot win by noise. */
  readonly stopFactor: number;
  /** Survivors of a coarse grid: one in so many is measured longer. */
  readonly halving: number;
  /** Most points of one structure's coarse grid. More than a dozen pays less than another structure does. */
  readonly coarsePoints: number;
  /** A structure is worth a grid when it is within this factor of the best: parameters rarely give more. */
  readonly promising: number;

  /** How much slower a structure counts for each faster one of its family, as a share of its time, when it is decided what
   * is worked at. At 0.03 another family that is 25 % behind comes after eight of the best's. */
  readonly crowding: number;
  /** Temperature of the walk over structures, in log time: 0.1 accepts a 10% worse step with probability 1/e. */
  readonly walkTemperature: number;
  /** Walks over structures that take turns: as many steps can compile ahead. */
  readonly walkers: number;
  /** Steps without a new best after which the walk restarts from the best. */
  readonly walkPatience: number;
  /** Mutations looked at for one that is measured; the model chooses. */
  readonly screen: number;
  /** Probability of a mutation drawn blindly, so that the model's blind spots are seen. */
  readonly blind: number;

  /** The best structures whose fine grid is searched. */
  readonly fineStructures: number;
  /** Candidates measured between two trainings. */
  readonly batch: number;
  /** Batches without gain after which a structure is left alone until it improves. */
  readonly finePatience: number;
  /** Smallest gain that counts, as a share of the time: less is noise. */
  readonly gain: number;
  /** Fewest usable samples to train on (case-50). */
  readonly minSamples: number;
  /** Most training rows: time to train grows linearly, and 1,200 rows take a third of a second. On recorded searches half
   * as many predict what comes after 1,600 trials with 10.3 % error in place of 8.3. */
  readonly maxSamples: number;
  /** With so many samples of its own a search needs no others: on recorded searches, rows of other matrices help up to 50
   * samples and harm from 100 on. */
  readonly warmUntil: number;
  /** Trials without gain after which the search ends early. */
  readonly patience: number;

  /** Finalists that are re-measured interleaved. */
  readonly finalists: number;
  readonly finalRounds: number;
  readonly finalMs: number;
  /** Most of the budget that is kept for the final, as a share. */
  readonly finalShare: number;
  /** Differences below this share are noise whatever the spread says (case-49). */
  readonly noise: number;
}

export const searchDefaults: SearchOptions = {
  budgetMs: 60_000,
  trials: Infinity,
  seed: 1,
  deterministic: false,
  pruning: true,
  boosting: true,
  annealing: true,
  shares: { coarse: 0.2, structures: 0.3, neighbours: 0.25, fine: 0.25 },
  seedShare: 0.6,
  fewTrials: 10,
  ahead: 16,
  shortMs: 2.5,
  longMs: 25,
  stopFactor: 3,
  halving: 4,
  coarsePoints: 12,
  promising: 1.5,
  crowding: 0.03,
  walkTemperature: 0.1,
  walkers: 8,
  walkPatience: 12,
  screen: 6,
  blind: 0.25,
  fineStructures: 4,
  batch: 4,
  finePatience: 3,
  gain: 0.005,
  minSamples: 8,
  maxSamples: 1200,
  warmUntil: 60,
  patience: 400,
  finalists: 5,
  finalRounds: 5,
  finalMs: 30,
  finalShare: 0.1,
  noise: 0.01,
};

import type { Target } from '../../codegen/kernelSource.js';
import type { ModelReport } from '../../tuneTypes.js';
import { type History, type SearchTrial, timeOf } from '../history.js';
import { priorLogTime } from '../prior.js';
import type { Candidate, Features } from '../space.js';
import type { CostModel, TrainAside, TrainedModel } from './costModel.js';
import { mape, rankCorrelation } from './metrics.js';
import { createNearest } from './nearest.js';

/** What the search believes about candidates that it has not measured. */
export interface Predictor {
  /** Log time relative to the reference kernel; before there are samples, a prior that only ranks. */
  predict(candidate: Candidate): number;
  /** True once predictions come from measurements. */
  trained(): boolean;
  /** Trains again when the history has grown enough to matter. */
  refresh(): void;
  /** Takes note of how a prediction turned out. */
  score(predictedLogTime: number, trial: SearchTrial): void;
  report(): ModelReport;
  free(): void;
}

export interface PredictorOptions {
  readonly minSamples: number;
  readonly maxSamples: number;
  readonly warmUntil: number;
  readonly batch: number;
}

/** One training row: features and log time over the reference kernel of the same matrix. */
export interface Sample {
  readonly features: Features;
  readonly value: number;
}

/** Where models come from. */
export interface ModelSource {
  /** Makes an XGBoost model; undefined where it is off or cannot be loaded. */
  readonly boost?: () => CostModel;
  /** Trains XGBoost while the old model is still used. Without it a search waits, and repeats exactly. */
  readonly aside?: TrainAside;
}

/** Shares by which the trials must have become more before it is worth training again. Aside nobody waits for it. */
const growthHere = 1 / 8;
const growthAside = 1 / 32;

/** @param warm rows of earlier searches, used while there are few of this one */
export function createPredictor(
  history: History,
  target: Target,
  options: PredictorOptions,
  { boost, aside }: ModelSource,
  warm: readonly Sample[] = [],
): Predictor {
  let model: TrainedModel | undefined;
  let trainsAside = false;
  let freed = false;
  let trainedOn = 0;
  let seen = -1;
  let warmUsed = 0;
  let fallback: string | undefined;
  const scored: { predicted: number; actual: number }[] = [];

  const use = (next: TrainedModel, rows: number) => {
    model?.free();
    model = next;
    trainedOn = rows;
  };
  const train = (samples: Sample[]) => {
    const features = samples.map((sample) => sample.features);
    const values = samples.map((sample) => sample.value);
    fallback = boost ? shortfall(values, options.minSamples) : 'XGBoost is off';
    if (fallback === undefined && aside && model?.kind === 'xgboost') {
      trainsAside = true;
      void aside(features, values)
        .then((next) => (freed ? next.free() : use(next, samples.length)))
        .catch(() => {
          // From now on it is trained here.
          aside = undefined;
        })
        .finally(() => {
          trainsAside = false;
        });
      return;
    }
    const next = fallback === undefined && boost ? boost() : createNearest();
    next.fit(features, values);
    use(next, samples.length);
  };

  return {
    trained: () => trainedOn > 0,
    predict(candidate) {
      if (!model || trainedOn === 0) return priorLogTime(candidate.features, target);
      return model.predict([candidate.features])[0];
    },
    refresh() {
      const growth = aside && model?.kind === 'xgboost' ? growthAside : growthHere;
      if (trainsAside || history.trials.length < seen + Math.max(options.batch, Math.ceil(seen * growth))) return;
      const own = samplesOf(history.trials, options.maxSamples);
      const extra = own.length < options.warmUntil ? evenly(warm, options.maxSamples - own.length) : [];
      if (own.length + extra.length === 0) return;
      seen = history.trials.length;
      warmUsed = Math.max(warmUsed, extra.length);
      train([...own, ...extra]);
    },
    score(predictedLogTime, trial) {
      const actual = timeOf(trial);
      const reference = history.referenceUs();
      if (actual === undefined || reference === undefined) return;
      scored.push({ predicted: Math.exp(predictedLogTime) * reference, actual });
    },
    report() {
      const predicted = scored.map((each) => each.predicted);
      const actual = scored.map((each) => each.actual);
      return {
        kind: model?.kind ?? 'nearest',
        samples: trainedOn,
        warmSamples: warmUsed,
        predicted: scored.length,
        ...known('mape', mape(predicted, actual)),
        ...known('rankCorrelation', rankCorrelation(predicted, actual)),
        ...(model?.kind === 'xgboost' ? {} : { fallback: fallback ?? 'nothing was measured' }),
      };
    },
    free() {
      freed = true;
      model?.free();
      model = undefined;
      trainedOn = 0;
    },
  };
}

/**
 * Training rows of one search: kernels that ran, none else (case-50). Beyond `most`, the fastest two thirds stay and
 * the rest is thinned evenly, since the search asks about fast kernels but must know slow ones.
 */
export function samplesOf(trials: readonly SearchTrial[], most: number): Sample[] {
  const reference = trials.map(timeOf).find((time) => time !== undefined);
  if (reference === undefined) return [];
  const latest = new Map<string, Sample>();
  for (const trial of trials) {
    const time = timeOf(trial);
    if (time !== undefined) latest.set(trial.hash, { features: trial.features, value: Math.log(time / reference) });
  }
  const samples = [...latest.values()];
  if (samples.length <= most) return samples;
  samples.sort((a, b) => a.value - b.value);
  const fast = Math.floor((2 * most) / 3);
  return [...samples.slice(0, fast), ...evenly(samples.slice(fast), most - fast)];
}

/** At most so many of the items, at equal distances. */
function evenly<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]);
}

/** Why boosting is no use on these values, or undefined when it is. */
function shortfall(values: readonly number[], minSamples: number): string | undefined {
  if (values.length < minSamples) return `only ${values.length} usable samples, ${minSamples} are needed`;
  if (values.every((value) => value === values[0])) return `all ${values.length} samples have the same time`;
  return undefined;
}

function known<K extends string>(name: K, value: number): { [key in K]?: number } {
  return (Number.isFinite(value) ? { [name]: value } : {}) as { [key in K]?: number };
}

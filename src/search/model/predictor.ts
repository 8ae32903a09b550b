import type { Target } from '../../codegen/kernelSource.js';
import type { ModelReport } from '../../tuneTypes.js';
import { type History, type SearchTrial, timeOf } from '../history.js';
import { priorLogTime } from '../prior.js';
import type { Candidate, Features } from '../space.js';
import type { CostModel } from './costModel.js';
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
  readonly batch: number;
}

/** One training row: features and log time over the reference kernel of the same matrix. */
export interface Sample {
  readonly features: Features;
  readonly value: number;
}

/** @param boost makes an XGBoost model; undefined where it is off or cannot be loaded
 *  @param warm rows of earlier searches, used as far as room is left */
export function createPredictor(
  history: History,
  target: Target,
  options: PredictorOptions,
  boost: (() => CostModel) | undefined,
  warm: readonly Sample[] = [],
): Predictor {
  let model: CostModel | undefined;
  let trainedOn = 0;
  let seen = -1;
  let warmUsed = 0;
  let fallback: string | undefined;
  const scored: { predicted: number; actual: number }[] = [];

  const train = (samples: Sample[]) => {
    model?.free();
    const values = samples.map((sample) => sample.value);
    fallback = boost ? shortfall(values, options.minSamples) : 'XGBoost is off';
    model = fallback === undefined && boost ? boost() : createNearest();
    model.fit(
      samples.map((sample) => sample.features),
      values,
    );
    trainedOn = samples.length;
  };

  return {
    trained: () => trainedOn > 0,
    predict(candidate) {
      if (!model || trainedOn === 0) return priorLogTime(candidate.features, target);
      return model.predict([candidate.features])[0];
    },
    refresh() {
      if (history.trials.length < seen + Math.max(options.batch, Math.ceil(seen / 8))) return;
      const own = samplesOf(history.trials, options.maxSamples);
      const extra = warm.slice(0, options.maxSamples - own.length);
      if (own.length + extra.length === 0) return;
      seen = history.trials.length;
      warmUsed = extra.length;
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
  const slow = samples.slice(fast);
  const step = slow.length / (most - fast);
  return [...samples.slice(0, fast), ...Array.from({ length: most - fast }, (_, i) => slow[Math.floor(i * step)])];
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

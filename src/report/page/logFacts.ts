import { AlphaSparseError } from '../../errors.js';
import { type SearchTrial, spreadOf, timeOf } from '../../search/history.js';
import { isOfSeed } from '../../search/recorded.js';
import { featureOf } from '../../search/space.js';
import type { LogContents } from '../../search/trialLog.js';
import { breakEven } from '../../tuning/breakEven.js';
import { sumSeconds } from '../../tuning/report.js';
import type { PageFacts } from './facts.js';

/** CPUs that play GPU, by the names that they go by. */
const softwareNames = /swiftshader|llvmpipe|lavapipe|basic render/i;

/**
 * Facts of a search of which only the log is left: the fastest trial stands for the winner, as it was measured during
 * the search. @throws AlphaSparseError 'input' when no trial ran.
 */
export function factsOfLog(file: string, { header, trials }: LogContents): PageFacts {
  const ran = trials.filter((trial) => timeOf(trial) !== undefined);
  if (ran.length === 0) throw new AlphaSparseError('input', `${file}: none of its ${trials.length} trials ran`);
  const best = ran.reduce((a, b) => (timeOf(b)! < timeOf(a)! ? b : a));
  const timeUs = timeOf(best)!;
  const size = sizeOf(best);
  const searchMs = Math.max(...trials.map((trial) => trial.elapsedMs));
  // A log knows of no final.
  const { final: _, ...seconds } = sumSeconds(trials, searchMs, 0, searchMs);
  const baselines = seedsOf(ran);
  return {
    name: `pattern ${header.matrix}`,
    size,
    device: { name: header.device, driver: header.driver, software: softwareNames.test(header.device) },
    dtype: header.dtype,
    valueStorage: header.valueStorage,
    best: {
      hash: best.hash,
      graph: best.graph,
      origin: best.origin,
      timeUs,
      spreadUs: best.timing!.spreadUs,
      coldUs: best.timing!.coldUs,
      gflops: size ? (2 * size.nnz) / (timeUs * 1e3) : 0,
      bytes: best.kernel?.bytes ?? 0,
      launches: best.kernel?.launches ?? 1,
    },
    final: false,
    baselines,
    breakEven: breakEven(searchMs / 1000, timeUs, baselines),
    trials,
    seconds,
    cached: false,
  };
}

/** The first measurement of each seed. */
function seedsOf(ran: readonly SearchTrial[]) {
  const first = new Map<string, SearchTrial>();
  for (const trial of ran) if (isOfSeed(trial) && !first.has(trial.origin)) first.set(trial.origin, trial);
  return [...first].map(([name, trial]) => ({ name, timeUs: timeOf(trial)!, spreadUs: spreadOf(trial) }));
}

function sizeOf({ features }: SearchTrial): PageFacts['size'] {
  const [rows, cols, nnz] = (['matrix.rows', 'matrix.cols', 'matrix.nnz'] as const).map((name) =>
    featureOf(features, name),
  );
  return rows === undefined || cols === undefined || nnz === undefined ? undefined : { rows, cols, nnz };
}

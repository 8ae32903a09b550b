import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SearchTrial, timeOf } from '../search/history.js';
import { isOfSeed } from '../search/recorded.js';

/** What one search did, as far as searches are compared: one JSON line in `results/searches/`. */
export interface SearchRecord {
  /** Searches that ran under the same conditions have the same name. */
  readonly run: string;
  readonly matrix: string;
  readonly device: string;
  readonly driver: string;
  readonly budgetMs: number;
  readonly seed: number;
  /** Name of the variant of the search: 'all', or the part that it lacks. */
  readonly variant: string;
  readonly trials: number;
  /** Distinct kernels that ran. */
  readonly kernels: number;
  readonly wrong: number;
  /** Whether the fastest has a structure that no seed had. */
  readonly novel: boolean;
  /** Each trial that was the fastest so far: its index from 1, milliseconds from the start, microseconds. */
  readonly improvements: readonly (readonly [trial: number, ms: number, us: number])[];
}

/** The record of a search that left these trials. */
export function searchRecordOf(
  about: Pick<SearchRecord, 'run' | 'matrix' | 'device' | 'driver' | 'budgetMs' | 'seed' | 'variant'>,
  trials: readonly SearchTrial[],
): SearchRecord {
  const improvements: [number, number, number][] = [];
  const kernels = new Set<string>();
  const seeds = new Set(trials.filter(isOfSeed).map(({ structure }) => structure));
  let best = Infinity;
  let winner = '';
  for (const [i, trial] of trials.entries()) {
    const time = timeOf(trial);
    if (time === undefined) continue;
    kernels.add(trial.kernel?.key ?? trial.hash);
    if (time >= best) continue;
    best = time;
    winner = trial.structure;
    improvements.push([i + 1, Math.round(trial.elapsedMs), Number(time.toPrecision(5))]);
  }
  return {
    ...about,
    trials: trials.length,
    kernels: kernels.size,
    wrong: trials.filter(({ outcome }) => outcome === 'wrong').length,
    novel: best < Infinity && !seeds.has(winner),
    improvements,
  };
}

/** Microseconds of the fastest kernel that a search had found after so many milliseconds; Infinity before any. */
export function bestAfter({ improvements }: SearchRecord, ms: number): number {
  return improvements.findLast(([, at]) => at <= ms)?.[2] ?? Infinity;
}

/** When a search first came within 3 % of a time. */
export function arrivalOf({ improvements }: SearchRecord, us: number): { trial: number; ms: number } | undefined {
  const found = improvements.find(([, , time]) => time <= 1.03 * us);
  return found && { trial: found[0], ms: found[1] };
}

/** The records of all files of a folder, by the files' names. */
export function readSearchRecords(folder: string): SearchRecord[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return files.sort().flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as SearchRecord);
  });
}

import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import type { DeviceChoice } from '../device/open.js';
import { AlphaSparseError } from '../errors.js';
import { searchDefaults } from '../search/options.js';
import { seeds } from '../seeds/index.js';
import type { TuneOptions } from '../tuneTypes.js';

/** Options of `tune`, checked and completed. */
export interface Settings {
  readonly choice: DeviceChoice;
  readonly dtype: Dtype;
  readonly valueStorage: ValueStorage | undefined;
  readonly budgetMs: number;
  readonly trials: number;
  readonly seed: number;
  readonly patience: number;
  readonly deterministic: boolean;
  readonly pruning: boolean;
  readonly warmStart: boolean;
  readonly cache: boolean;
  readonly resume: boolean;
  readonly baselines: readonly string[] | undefined;
  readonly logFile: string | undefined;
}

/** @throws AlphaSparseError 'usage' naming the option and what it may be. */
export function settingsOf(options: TuneOptions): Settings {
  const { trials = Infinity, patience = searchDefaults.patience, seed = searchDefaults.seed } = options;
  const { dtype = 'f32', valueStorage } = options;
  if (!(trials >= 1) || (trials !== Infinity && !Number.isInteger(trials))) {
    throw new AlphaSparseError('usage', `trials is ${trials}; it must be a whole number of at least 1`);
  }
  if (!(patience >= 1)) throw new AlphaSparseError('usage', `patience is ${patience}; it must be at least 1`);
  if (options.resume && options.cache === false && options.logFile === undefined) {
    throw new AlphaSparseError(
      'usage',
      'there is no trial log to resume: it would be in the cache, which is off',
      'Name the log with logFile (--out FOLDER), or leave the cache on.',
    );
  }
  checkStorage(dtype, valueStorage);
  if (!Number.isInteger(seed)) throw new AlphaSparseError('usage', `seed is ${seed}; it must be a whole number`);
  for (const name of options.baselines ?? []) {
    if (name.startsWith('cusparse-') || seeds.some((known) => known.name === name)) continue;
    const known = seeds.map((seed) => seed.name).join(', ');
    throw new AlphaSparseError(
      'usage',
      `no baseline '${name}'`,
      `Known: ${known}; on CUDA also cusparse-csr and more.`,
    );
  }
  return {
    choice: { target: options.target ?? 'auto', device: options.device ?? 'auto' },
    dtype,
    valueStorage,
    budgetMs: millisecondsOf(options.budget ?? searchDefaults.budgetMs),
    trials,
    seed,
    patience,
    deterministic: options.deterministic ?? false,
    pruning: options.pruning ?? true,
    warmStart: options.warmStart ?? false,
    cache: options.cache ?? true,
    resume: options.resume ?? false,
    baselines: options.baselines,
    logFile: options.logFile,
  };
}

/** @throws AlphaSparseError 'usage' where values of this dtype are not stored in that 16-bit type. */
export function checkStorage(dtype: Dtype, valueStorage: ValueStorage | undefined): void {
  if (valueStorage === undefined || (dtype !== 'f16' && storages.includes(valueStorage))) return;
  throw new AlphaSparseError(
    'usage',
    dtype === 'f16'
      ? `with dtype f16 all values are stored as f16, and not as ${valueStorage}`
      : `valueStorage is '${valueStorage}'; it must be ${storages.join(' or ')}`,
    'Value storage of f16 or bf16 goes with dtype f32 or f64.',
  );
}

const storages: readonly string[] = ['f16', 'bf16'] satisfies ValueStorage[];

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a budget: a number of them, or text such as `500ms`, `60s`, `5m`, `1h`. */
export function millisecondsOf(budget: number | string): number {
  const [, digits, unit] = (typeof budget === 'string' && /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(budget.trim())) || [];
  const milliseconds = typeof budget === 'number' ? budget : Number(digits) * units[unit];
  if (milliseconds > 0 && Number.isFinite(milliseconds)) return milliseconds;
  throw new AlphaSparseError(
    'usage',
    `budget is '${budget}'`,
    'Give milliseconds, or text such as 500ms, 60s, 5m or 1h.',
  );
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import type { TuneOptions } from '../tuneTypes.js';

/** What `--budget` and the like give, in commander's names. */
export interface SearchFlags {
  readonly target: 'auto' | 'webgpu' | 'cuda';
  readonly device: 'auto' | 'software' | number;
  readonly dtype: Dtype;
  readonly valueStorage?: ValueStorage;
  readonly budget: string;
  readonly trials?: number;
  readonly patience?: number;
  readonly seed?: number;
  readonly deterministic?: boolean;
  readonly baseline?: string[];
  readonly resume?: boolean;
  readonly cache: boolean;
  readonly quiet?: boolean;
}

/** Adds the options that choose where and in which type a kernel runs. */
export function addDeviceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--target <name>', 'what runs the kernel').choices(['auto', 'webgpu', 'cuda']).default('auto'),
    )
    .option('--device <which>', "'auto', 'software', or the number of a CUDA device", parseDevice, 'auto')
    .addOption(new Option('--dtype <type>', 'type of the elements').choices(['f32', 'f64', 'f16']).default('f32'))
    .addOption(
      new Option('--value-storage <type>', "store the matrix's values in 16 bits, compute in the dtype").choices([
        'f16',
        'bf16',
      ]),
    );
}

/** Adds the options that every tuning command has. `budget` is the default of its own. */
export function addSearchOptions(command: Command, budget = '60s'): Command {
  return addDeviceOptions(command)
    .option('--budget <time>', 'most wall-clock time of the search, such as 90s or 5m', parseBudget, budget)
    .option('--trials <n>', 'most candidates to measure', parseCount(1))
    .option('--patience <n>', 'candidates without a gain after which to end early (default: 400)', parseCount(1))
    .option('--seed <n>', 'of the random choices', parseCount(0))
    .option('--deterministic', 'only kernels whose results repeat bit for bit')
    .option('--baseline <list>', "names of baselines to time, separated by commas; 'none' for none", parseList)
    .option('--resume', 'continue from the trial log when it fits')
    .option('--no-cache', 'neither read nor write the cache of tuned kernels and trial logs')
    .option('--quiet', 'no progress on stderr');
}

/** The library's options that the flags stand for. */
export function tuneOptionsOf(flags: SearchFlags): TuneOptions {
  const { target, device, dtype, valueStorage, budget, trials, patience, seed, deterministic, resume, cache } = flags;
  return {
    target,
    device,
    dtype,
    valueStorage,
    budget,
    trials,
    patience,
    seed,
    deterministic,
    baselines: flags.baseline,
    resume,
    cache,
  };
}

function parseDevice(text: string): SearchFlags['device'] {
  if (text === 'auto' || text === 'software') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give 'auto', 'software' or a number.");
}

export function parseBudget(text: string): string {
  if (/^\d+(\.\d+)?(ms|s|m|h)$/.test(text) && Number.parseFloat(text) > 0) return text;
  throw new InvalidArgumentError('Give a time with its unit, such as 500ms, 90s, 5m or 1h.');
}

export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Give a whole number of at least ${least}.`);
  };
}

function parseList(text: string): string[] {
  return text === 'none'
    ? []
    : text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
}

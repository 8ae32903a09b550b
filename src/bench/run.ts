import { join } from 'node:path';
import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import { isFatal } from '../device/cuda/cudaError.js';
import type { DeviceInfo } from '../device/device.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { readMatrix } from '../matrix/read.js';
import { tune } from '../tune.js';
import type { TuneOptions } from '../tuneTypes.js';
import { packageVersion } from '../version.js';
import {
  type BenchKey,
  type BenchRecord,
  type BenchWebgpu,
  keyText,
  matrixFacts,
  resultOf,
  sourceLabel,
  webgpuOf,
} from './record.js';

export interface BenchOptions {
  /** The device that `choice` opens. */
  readonly device: DeviceInfo;
  readonly choice: Pick<TuneOptions, 'target' | 'device'>;
  readonly dtype: Dtype;
  readonly valueStorage?: ValueStorage;
  readonly budgetMs: number;
  readonly trials?: number;
  readonly patience?: number;
  readonly seed: number;
  readonly deterministic?: boolean;
  readonly baselines?: readonly string[];
  /** Search for a WebGPU kernel too, for so long. */
  readonly webgpuBudgetMs?: number;
  /** Matrices with fewer entries are passed over. */
  readonly minNnz?: number;
  /** Folder for trial logs, one a matrix. */
  readonly logs?: string;
  /** Records of an earlier run: what they hold is not measured again. */
  readonly earlier?: readonly BenchRecord[];
  /** No further matrix is begun after so many milliseconds; the first always is, so that every run gets on. */
  readonly stopAfterMs?: number;
  readonly signal?: AbortSignal;
  readonly onRecord: (record: BenchRecord, place: number) => void;
  /** A matrix that is passed over, and why. */
  readonly onSkip: (source: string, reason: string, place: number) => void;
}

/**
 * Tunes one matrix after the other. What fails becomes a record with `error`, and the run goes on. Returns why it
 * ended: 'done', 'time', 'aborted', or 'lost' after a kernel's crash, which leaves this process without its GPU.
 */
export async function runBench(
  sources: readonly string[],
  options: BenchOptions,
): Promise<'done' | 'time' | 'aborted' | 'lost'> {
  let lost = false;
  let begun = 0;
  const start = performance.now();
  const known = new Set(options.earlier?.map(keyText));
  for (const [place, source] of sources.entries()) {
    if (options.signal?.aborted) return 'aborted';
    const key = keyOf(source, options);
    if (known.has(keyText(key))) {
      options.onSkip(source, 'already measured', place);
      continue;
    }
    if (begun > 0 && performance.now() - start > (options.stopAfterMs ?? Infinity)) return 'time';
    begun++;
    const record = await measure(source, key, options, (error) => {
      lost ||= isFatal(error);
    });
    // An interrupted search is not what was asked for: it is done again on resuming.
    if (options.signal?.aborted) return 'aborted';
    if (typeof record === 'string') options.onSkip(source, record, place);
    else options.onRecord(record, place);
    if (lost) return 'lost';
  }
  return 'done';
}

function keyOf(source: string, options: BenchOptions): BenchKey {
  const { device, dtype, valueStorage, budgetMs, trials, seed } = options;
  const limit = trials === undefined ? {} : { trialLimit: trials };
  const types = { dtype, ...(valueStorage ? { valueStorage } : {}) };
  return { source: sourceLabel(source), device: device.name, ...types, budgetMs, ...limit, seed };
}

/** A record, or why the matrix is passed over. */
async function measure(
  source: string,
  key: BenchKey,
  options: BenchOptions,
  onFailure: (error: unknown) => void,
): Promise<BenchRecord | string> {
  const { backend, driver, software } = options.device;
  const common = {
    ...key,
    version: packageVersion(),
    date: new Date().toISOString(),
    backend,
    driver,
    software,
  };
  let matrix: CsrMatrix;
  try {
    matrix = await readMatrix(source);
  } catch (error) {
    return { ...common, error: failureText(error).replaceAll(source, key.source) };
  }
  if (matrix.nnz < (options.minNnz ?? 0)) return `${matrix.nnz} entries`;
  const described = { ...common, matrix: matrixFacts(matrix) };
  try {
    const kernel = await tune(matrix, tuneOptions(matrix, options));
    const result = resultOf(kernel);
    await kernel.close();
    const webgpu = await measureWebgpu(matrix, options);
    return { ...described, ...result, ...(webgpu ? { webgpu } : {}) };
  } catch (error) {
    onFailure(error);
    return { ...described, error: failureText(error) };
  }
}

function tuneOptions(matrix: CsrMatrix, options: BenchOptions): TuneOptions {
  const { choice, dtype, valueStorage, budgetMs, trials, patience, seed, deterministic, baselines, logs, signal } =
    options;
  const logFile = logs === undefined ? undefined : join(logs, `${matrix.name.replace(/[^\w.=-]+/g, '-')}.jsonl`);
  return {
    ...choice,
    dtype,
    valueStorage,
    budget: budgetMs,
    trials,
    patience,
    seed,
    deterministic,
    baselines,
    logFile,
    signal,
    cache: false,
  };
}

/** The same matrix through WebGPU on the same machine, after the device of the run is closed. */
async function measureWebgpu(matrix: CsrMatrix, options: BenchOptions): Promise<BenchWebgpu | undefined> {
  const { webgpuBudgetMs: budget, dtype, valueStorage, trials, seed, signal, device } = options;
  if (budget === undefined || signal?.aborted) return undefined;
  try {
    const kernel = await tune(matrix, {
      target: 'webgpu',
      ...(device.software ? { device: 'software' } : {}),
      dtype,
      valueStorage,
      budget,
      trials,
      seed,
      baselines: [],
      signal,
      cache: false,
    });
    const result = webgpuOf(kernel);
    const { software } = kernel.device;
    await kernel.close();
    return software && !device.software ? { error: 'no hardware adapter' } : result;
  } catch (error) {
    return { error: failureText(error) };
  }
}

function failureText(error: unknown): string {
  return error instanceof AlphaSparseError ? `${error.code}: ${error.message}` : messageOf(error);
}

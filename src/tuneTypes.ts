import type { Dtype, KernelSource } from './codegen/kernelSource.js';
import type { DeviceInfo } from './device/device.js';
import type { Graph } from './graph/graph.js';
import type { Evaluation, Outcome } from './search/evaluator.js';

export interface TuneOptions {
  /** Which backend; `auto` takes CUDA where its driver is found, WebGPU otherwise. */
  readonly target?: 'auto' | 'webgpu' | 'cuda';
  /** `software` asks for SwiftShader; a number picks a CUDA device. */
  readonly device?: 'auto' | 'software' | number;
  readonly dtype?: Dtype;
  /** Wall-clock limit of the search: milliseconds, or text such as `60s`, `5m`. Default `60s`. */
  readonly budget?: number | string;
  /** Most trials. Default: no limit. */
  readonly trials?: number;
  readonly seed?: number;
  /** Only kernels whose results repeat bit for bit. */
  readonly deterministic?: boolean;
  /** Names of baselines to time beside the result; default all that the device has. */
  readonly baselines?: readonly string[];
  /** Where the trial log goes. Default: the cache folder. */
  readonly logFile?: string;
  /** Continue from the trial log when its header matches. */
  readonly resume?: boolean;
  /** Neither read nor write the cache of tuned kernels. */
  readonly cache?: boolean;
  readonly onTrial?: (trial: Trial, progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** One candidate that was tried: what it was, where it came from, and how it went. */
export interface Trial extends Evaluation {
  readonly index: number;
  /** Identity: hash of the canonical graph JSON. */
  readonly hash: string;
  readonly graph: Graph;
  /** Name of the seed, or the search level that proposed it. */
  readonly origin: string;
}

export interface Progress {
  readonly trials: number;
  readonly best?: Trial;
  readonly elapsedMs: number;
  readonly budgetMs: number;
  readonly phase: string;
}

export interface BaselineResult {
  readonly name: string;
  readonly timeUs: number;
}

/** What `alphasparse tune --json` prints. */
export interface TuneReport {
  readonly matrix: { name: string; rows: number; cols: number; nnz: number; hash: string };
  readonly device: { name: string; backend: string; driver: string; software: boolean };
  readonly best: {
    hash: string;
    graph: Graph;
    origin: string;
    timeUs: number;
    spreadUs: number;
    coldUs?: number;
    gflops: number;
    bytes: number;
    launches: number;
  };
  readonly baselines: readonly BaselineResult[];
  readonly trials: Record<Outcome, number>;
  /** Seconds by activity: build, compile, verify, benchmark, strategy, total. */
  readonly seconds: Record<string, number>;
  readonly interrupted: boolean;
}

/** A tuned, compiled kernel for one matrix on one device. Hold it for as long as it is needed, then `close()`. */
export interface TunedKernel {
  readonly report: TuneReport;
  readonly graph: Graph;
  readonly source: KernelSource;
  readonly device: DeviceInfo;
  /** y = alpha A x + beta y. `y` is required when beta is not 0. */
  multiply(
    x: ArrayLike<number>,
    options?: { alpha?: number; beta?: number; y?: ArrayLike<number> },
  ): Promise<Float32Array | Float64Array>;
  /** Same pattern, new values: `data` in the order of the matrix's `data`. */
  updateValues(data: ArrayLike<number>): void;
  /** Writes a standalone kernel into a folder; returns the files written. */
  export(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

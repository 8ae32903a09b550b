/// <reference types="@webgpu/types" preserve="true" />
import type { Dtype, KernelSource, ValueStorage } from './codegen/kernelSource.js';
import type { StorageError } from './codegen/storedValues.js';
import type { CudaMemory, DeviceInfo } from './device/device.js';
import type { Graph } from './graph/graph.js';
import type { Effort, Evaluation, Outcome } from './search/evaluator.js';

export interface TuneOptions {
  /** Which backend; `auto` takes CUDA where its driver is found, WebGPU otherwise. */
  readonly target?: 'auto' | 'webgpu' | 'cuda';
  /** `software` asks for SwiftShader; a number picks a CUDA device. */
  readonly device?: 'auto' | 'software' | number;
  /**
   * Run on the device of this kernel, whatever `target` and `device` say, so that both share buffers. The device closes
   * with that kernel; close the others before it.
   */
  readonly beside?: TunedKernel;
  readonly dtype?: Dtype;
  /**
   * Stores the matrix's values in 16 bits; x, y and arithmetic keep the dtype, f32 or f64. What that costs in accuracy
   * is `report.best.storageError`. A value beyond f16 (65504) is refused; bf16 has the range of f32. Default: as dtype.
   */
  readonly valueStorage?: ValueStorage;
  /** Tune for y = A^T x instead, from the same A. Default false. */
  readonly transpose?: boolean;
  /** Wall-clock limit of the search: milliseconds, or text such as `60s`, `5m`. Default `60s`. */
  readonly budget?: number | string;
  /** Most trials. Default: no limit. */
  readonly trials?: number;
  /** Trials without a gain after which the search ends before its budget does. Default 400. */
  readonly patience?: number;
  readonly seed?: number;
  /** Only kernels whose results repeat bit for bit. */
  readonly deterministic?: boolean;
  /** Names of baselines to time beside the result; default all that the device has. */
  readonly baselines?: readonly string[];
  /** Where the trial log goes. Default: the cache folder; nowhere without `cache`. */
  readonly logFile?: string;
  /** Continue from the trial log when its header matches. */
  readonly resume?: boolean;
  /** False: neither read nor write the cache of tuned kernels, and keep no trial log there. Default true. */
  readonly cache?: boolean;
  /** Apply the search's pruning rules. Default true; off for comparison. */
  readonly pruning?: boolean;
  /** Train the cost model on earlier trial logs of this device, too. Default false. */
  readonly warmStart?: boolean;
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
  /** How thoroughly it was measured. */
  readonly effort: Effort;
  /** Milliseconds of search when it ended. */
  readonly elapsedMs: number;
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
  /** With cold caches, where measured. */
  readonly coldUs?: number;
  /** The type of its values, where the kernel stores its own in another. */
  readonly values?: Dtype;
}

/** How often to multiply until tuning has paid against a baseline. */
export interface BreakEven {
  readonly name: string;
  /** Seconds spent over seconds saved each time, rounded up. Undefined: never, since the kernel is not faster. */
  readonly multiplications?: number;
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
    /** True when the structure is none of the seeds'. */
    novel: boolean;
    /** What storing the values in 16 bits costs in accuracy; absent where they have the dtype. */
    storageError?: StorageError;
  };
  readonly baselines: readonly BaselineResult[];
  /** When `seconds.total` is won back, one for each baseline. Of a cached kernel only this call's seconds count. */
  readonly breakEven?: readonly BreakEven[];
  readonly trials: Record<Outcome, number>;
  /** Seconds by activity: build, compile, verify, benchmark, strategy, total. */
  readonly seconds: Record<string, number>;
  readonly interrupted: boolean;
  /** True when the kernel came from the cache of tuned kernels, verified and timed again. */
  readonly cached: boolean;
  /** Why the search ended. */
  readonly stopped: string;
  /** How well the cost model foresaw what it had not yet seen; absent when nothing was searched. */
  readonly model?: ModelReport;
  /** What each pruning rule removed, for `--explain`. */
  readonly pruned: readonly PruneCount[];
  /** The trial log, where one was written. */
  readonly logFile?: string;
}

/** Quality of the search's cost model, on candidates predicted before they were measured. */
export interface ModelReport {
  readonly kind: 'xgboost' | 'nearest';
  /** Rows that it was last trained on. */
  readonly samples: number;
  /** Rows of earlier searches that it began with. */
  readonly warmSamples: number;
  /** Candidates that were predicted and then measured. */
  readonly predicted: number;
  /** Mean absolute error of the time, in percent. */
  readonly mape?: number;
  /** Spearman's rank correlation of predicted and measured time. */
  readonly rankCorrelation?: number;
  /** Why XGBoost was not used, when it was not. */
  readonly fallback?: string;
}

/** How many candidates a pruning rule removed. */
export interface PruneCount {
  readonly rule: string;
  readonly reason: string;
  readonly source: string;
  readonly removed: number;
}

export interface MultiplyOptions {
  /** Default 1. */
  readonly alpha?: number;
  /** Default 0. */
  readonly beta?: number;
  readonly y?: ArrayLike<number>;
}

/** A search whose trials can be followed with `for await`. Leaving the loop ends the search with the best so far. */
export interface Tuning extends AsyncIterable<Trial> {
  /** Settles as `tune` does. */
  readonly kernel: Promise<TunedKernel>;
}

/** A tuned, compiled kernel for one matrix on one device. Hold it for as long as it is needed, then `close()`. */
export interface TunedKernel {
  readonly report: TuneReport;
  readonly graph: Graph;
  readonly source: KernelSource;
  readonly device: DeviceInfo;
  /** WebGPU: the device behind the kernel, to make buffers and passes for `encode`. */
  readonly gpu?: GPUDevice;
  /** CUDA: the memory of the kernel's context, for `launch`. */
  readonly cuda?: CudaMemory;
  /**
   * y = alpha A x + beta y, through host memory: x has `cols` numbers, the result `rows`; with `transpose` the other
   * way round. As in BLAS, a beta of 0 does not read y and an alpha of 0 does not read x; the given y is not changed.
   * @throws AlphaSparseError 'usage' for a wrong length, or when beta is not 0 and y is missing.
   */
  multiply(x: ArrayLike<number>, options?: MultiplyOptions): Promise<Float32Array | Float64Array>;
  /**
   * A x for each of 1 to 32 vectors, through host memory: a launch of the kernel for each, submitted together, with one
   * wait and one copy back. It saves the round trips of `multiply`; the matrix is read once a vector all the same. Device
   * memory for the vectors is kept for later calls. Errors as for `multiply`.
   */
  multiplyMany(xs: readonly ArrayLike<number>[]): Promise<(Float32Array | Float64Array)[]>;
  /**
   * WebGPU: adds y = A x to a compute pass of `gpu`. Both buffers have the usage STORAGE and hold elements of the
   * kernel's dtype (`source.dtype`), a whole number of 32-bit words. y need not be cleared before.
   * @throws AlphaSparseError 'unsupported' on CUDA, 'usage' for a buffer that is too small or is both x and y.
   */
  encode(pass: GPUComputePassEncoder, xBuffer: GPUBuffer, yBuffer: GPUBuffer): void;
  /**
   * CUDA: enqueues y = A x on device addresses (elements of the kernel's dtype) and a stream of the same context; 0n is
   * the null stream. Does not wait; may be captured into a graph. @throws AlphaSparseError 'unsupported' on WebGPU.
   */
  launch(xPointer: bigint, yPointer: bigint, stream: bigint): void;
  /**
   * Same pattern, new values: `data` in the order of the `data` of the matrix that `tune` was given, rounded as those
   * were. @throws AlphaSparseError 'usage' for a wrong number of values or for values that the kernel cannot store.
   */
  updateValues(data: ArrayLike<number>): void;
  /**
   * Writes a standalone kernel into a folder; returns the files written. `prefix` begins every exported name, `page` adds
   * a page that multiplies in the browser (WebGPU), `force` writes into a folder that holds other files.
   */
  export(folder: string, options?: { prefix?: string; page?: boolean; force?: boolean }): Promise<string[]>;
  close(): Promise<void>;
}

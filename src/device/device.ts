import type { Dtype, KernelSource, Target } from '../codegen/kernelSource.js';

export interface DeviceInfo {
  readonly name: string;
  readonly backend: 'webgpu' | 'cuda';
  readonly driver: string;
  /** True for a CPU that plays GPU (SwiftShader): correct, but its timings mean nothing. */
  readonly software: boolean;
  readonly dtypes: readonly Dtype[];
  readonly target: Target;
}

/** How long a kernel took. Times are microseconds a multiplication, launch overhead and the clearing of y included. */
export interface Timing {
  /** Median over the samples, caches warm. */
  readonly warmUs: number;
  /** Half the interquartile range of the samples. */
  readonly spreadUs: number;
  /** Median with inputs rotated through more memory than the last-level cache holds, where measured. */
  readonly coldUs?: number;
  readonly samples: number;
  readonly method: 'graph' | 'timestamp' | 'wall';
}

export interface TimingRequest {
  /** Device time to spend, in milliseconds. */
  readonly budgetMs: number;
  /** Stop after the first sample when it exceeds this many microseconds. */
  readonly stopAboveUs?: number;
  /** Also measure with cold caches. */
  readonly cold?: boolean;
}

/** A kernel compiled and uploaded. `close` frees its memory; all calls after it throw. */
export interface PreparedKernel {
  /** y = A x. y is filled with NaN first, so an unwritten row shows. */
  multiply(x: ArrayLike<number>): Promise<Float32Array | Float64Array>;
  time(request: TimingRequest): Promise<Timing>;
  /** Replaces the matrix's values; `data` is in the order of the matrix's `data`. */
  updateValues(data: ArrayLike<number>): void;
  close(): void;
}

/**
 * Something that runs kernels. `prepare` throws AlphaSparseError: 'compile' with the compiler's log,
 * 'limit' when a buffer or block exceeds what the device allows, 'runtime' otherwise.
 */
export interface Device {
  readonly info: DeviceInfo;
  prepare(kernel: KernelSource, data: ArrayLike<number>): Promise<PreparedKernel>;
  close(): Promise<void>;
}

/// <reference types="@webgpu/types" preserve="true" />
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
  /** One y an x: a launch each, submitted together, with one wait and one copy back. */
  multiplyMany(xs: readonly ArrayLike<number>[]): Promise<(Float32Array | Float64Array)[]>;
  /**
   * WebGPU only: adds y = A x to a compute pass. Both buffers have the usage STORAGE and hold elements of the kernel's
   * dtype, in whole 32-bit words; y need not be cleared before.
   */
  encode?(pass: GPUComputePassEncoder, xBuffer: GPUBuffer, yBuffer: GPUBuffer): void;
  /**
   * CUDA only: enqueues y = A x on device addresses (x: cols elements, y: rows elements of the kernel's dtype) and a
   * stream of the same context; 0n is the null stream. Does not wait; may be captured into a graph.
   */
  launch?(xPointer: bigint, yPointer: bigint, stream: bigint): void;
  close(): void;
}

/** Device memory of a CUDA context by address, and a stream of it. Errors: 'limit' when memory is short, 'runtime'. */
export interface CudaMemory {
  readonly stream: bigint;
  allocate(bytes: number): bigint;
  free(pointer: bigint): void;
  upload(pointer: bigint, data: ArrayBufferView): void;
  /** Fills `into` after all work on the stream. */
  download(into: ArrayBufferView, pointer: bigint): void;
  /** Waits for the stream; throws what a kernel did wrong. */
  synchronize(stream?: bigint): void;
}

/**
 * Something that runs kernels. `prepare` throws AlphaSparseError: 'compile' with the compiler's log,
 * 'limit' when a buffer or block exceeds what the device allows, 'runtime' otherwise.
 */
export interface Device {
  readonly info: DeviceInfo;
  /** WebGPU: the device behind it, for buffers and passes of one's own. */
  readonly gpu?: GPUDevice;
  /** CUDA: the memory of its context. */
  readonly cuda?: CudaMemory;
  prepare(kernel: KernelSource, data: ArrayLike<number>): Promise<PreparedKernel>;
  /**
   * Compiles ahead, beside whatever the device does; `prepare` of the same source is quick then. Throws 'compile'. Absent
   * where `prepare` compiles.
   */
  compile?(kernel: KernelSource): Promise<void>;
  close(): Promise<void>;
}

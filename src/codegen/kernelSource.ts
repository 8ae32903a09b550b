/** Element type of data, x and y. Arithmetic is done in it, except f16, which accumulates in f32. */
export type Dtype = 'f32' | 'f64' | 'f16';

/** A 16-bit type that a matrix's values are stored in while x, y and arithmetic stay f32 or f64; only when asked for. */
export type ValueStorage = 'f16' | 'bf16';

/** Every type that numbers are stored in. */
export type NumberType = Dtype | ValueStorage;

export type Language = 'wgsl' | 'cuda';

/** What a code generator must know of the device. */
export interface Target {
  readonly language: Language;
  /** Lanes that can exchange registers; 0 where the device has no subgroup operations. */
  readonly subgroupSize: number;
  /** Most threads in one block (workgroup). */
  readonly maxThreads: number;
  /** Most bytes of shared (workgroup) memory a block may declare. */
  readonly maxSharedBytes: number;
  /** Most bytes one buffer binding may span. */
  readonly maxBindingBytes: number;
  /** Blocks that run at once when each has 256 threads, to judge whether a kernel fills the device. */
  readonly parallelBlocks: number;
}

/**
 * A generated SpMV kernel y = A x with everything a device needs to run it.
 *
 * Arguments, in order. CUDA: `(const T* x, T* y, const V* values, const unsigned char* indices)`, V = T
 * but for 16-bit storage. WGSL: `@group(0)` bindings 0 `x` (read), 1 `y` (read_write), 2 `values` (read), 3 `indices` (`array<u32>`, read).
 * `values` and `indices` are absent (no binding, no argument) when their array here is empty.
 */
export interface KernelSource {
  readonly language: Language;
  /** Entry point name; also the stem of exported files. */
  readonly name: string;
  readonly source: string;
  readonly dtype: Dtype;
  /** The type of `values` where that is not the dtype. WGSL packs two in each u32, the first in the lower half. */
  readonly valueStorage?: ValueStorage;
  readonly rows: number;
  readonly cols: number;
  /** Entries of the matrix, without padding. */
  readonly nnz: number;
  /**
   * For each stored value, its position in the matrix's `data`, or -1 for padding.
   * `values[i] = slots[i] < 0 ? -0 : data[slots[i]]`; see `storedValues`. Only host side: it lets new values in.
   */
  readonly slots: Int32Array;
  /**
   * Where values stand in a dictionary, or for two mirrored entries: for each entry of the matrix the stored value that
   * it shares, -1 where it has one of its own. New values must keep entries of one stored value equal; see `checkValues`.
   */
  readonly valueClasses?: Int32Array;
  /** All index arrays of the format, packed into 32-bit words; each array starts at a multiple of 16 bytes. */
  readonly indices: Uint32Array;
  /** What lies in `indices` and what was modelled away, for reports and exports. */
  readonly arrays: readonly ArrayInfo[];
  /** Threads of one block. */
  readonly threads: number;
  /** Blocks of the launch. WGSL spreads them over x and y past 65,535: grid = [min(blocks, 65535), ceil(blocks / 65535)]. */
  readonly blocks: number;
  /** Statically declared shared memory, in bytes. */
  readonly sharedBytes: number;
  /** True when y must be zero before the launch (atomic targets). Timed as part of the kernel. */
  readonly clearsY: boolean;
  /** CUDA: a second entry `(T* y)` that clears y, one thread a row; much cheaper in a graph than a memory fill. */
  readonly clearEntry?: string;
  /**
   * CUDA: the entries wait by themselves for the kernel before them, so they may be launched with programmatic stream
   * serialization: their start then overlaps the end of their predecessor.
   */
  readonly overlaps?: boolean;
  /** True when equal inputs give bitwise equal results (no atomics whose order can vary). */
  readonly deterministic: boolean;
  /** Bytes that the format must move once: values, indices, x and y. */
  readonly bytes: number;
}

/** One array of the extracted format. */
export interface ArrayInfo {
  readonly name: string;
  readonly length: number;
  /** 'u8' | 'u16' | 'u32' when stored, or the text of the model that replaced it. */
  readonly form: string;
  /** Offset into `indices` in bytes; -1 when modelled. */
  readonly byteOffset: number;
  readonly bytes: number;
  /** Bytes it would take as plain u32. */
  readonly plainBytes: number;
}

/** The launch grid of a kernel, two-dimensional past WebGPU's 65,535 workgroups a dimension. */
export function gridOf(blocks: number): [number, number] {
  const limit = 65535;
  return blocks <= limit ? [Math.max(blocks, 1), 1] : [limit, Math.ceil(blocks / limit)];
}

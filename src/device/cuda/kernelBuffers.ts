import type { Dtype, KernelSource } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import { storedValues, valueTypeOf } from '../../codegen/storedValues.js';
import { fromHalves, toHalves } from '../../float16.js';
import type { CudaContext } from './context.js';
import { addressOf } from './nativeCall.js';

/** Host numbers in a dtype's memory form. Copies only where the form differs. */
export function toDeviceForm(values: ArrayLike<number>, dtype: Dtype): NodeJS.ArrayBufferView {
  if (dtype === 'f16') return toHalves(values);
  if (dtype === 'f64') return values instanceof Float64Array ? values : Float64Array.from(values);
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

/** Downloads `length` elements as host numbers; f16 comes as f32. */
export function downloadVector(context: CudaContext, pointer: bigint, length: number, dtype: Dtype) {
  const raw =
    dtype === 'f16' ? new Uint16Array(length) : dtype === 'f64' ? new Float64Array(length) : new Float32Array(length);
  context.download(raw, pointer);
  return raw instanceof Uint16Array ? fromHalves(raw) : raw;
}

/** Arguments of cuLaunchKernel in memory that does not move: the values, then the array of their addresses. */
export interface KernelArguments {
  readonly values: BigUint64Array;
  readonly addresses: BigUint64Array;
}

export function packArguments(pointers: ArrayLike<bigint>): KernelArguments {
  const memory = new ArrayBuffer(pointers.length * 16);
  const values = new BigUint64Array(memory, 0, pointers.length);
  const addresses = new BigUint64Array(memory, pointers.length * 8, pointers.length);
  values.set(pointers);
  const start = addressOf(values);
  for (let i = 0; i < pointers.length; i++) addresses[i] = start + BigInt(i * 8);
  return { values, addresses };
}

/** Where the arrays of a kernel lie within one allocation. Byte offsets; each array is aligned to 256 bytes. */
export interface Layout {
  readonly x: number;
  readonly y: number;
  readonly values: number;
  readonly indices: number;
  /** Bytes of y, rounded up to whole words so that it can be cleared by words. */
  readonly yBytes: number;
  /** Bytes of the whole, a multiple of 256: copies follow each other at this stride. */
  readonly bytes: number;
}

export function layoutOf(kernel: KernelSource): Layout {
  const element = numberBytes[kernel.dtype];
  const yBytes = align(kernel.rows * element, 4);
  const y = align(kernel.cols * element, 256);
  const values = y + align(yBytes, 256);
  const indices = values + align(kernel.slots.length * numberBytes[valueTypeOf(kernel)], 256);
  return { x: 0, y, values, indices, yBytes, bytes: Math.max(256, indices + align(kernel.indices.byteLength, 256)) };
}

/** The kernel's arguments with its arrays at `base`; empty arrays have no argument. */
export function argumentsAt(kernel: KernelSource, layout: Layout, base: bigint): KernelArguments {
  const at = (offset: number) => base + BigInt(offset);
  const pointers = [at(layout.x), at(layout.y)];
  if (kernel.slots.length > 0) pointers.push(at(layout.values));
  if (kernel.indices.length > 0) pointers.push(at(layout.indices));
  return packArguments(pointers);
}

/** Uploads the stored values for new matrix data. */
export function uploadValues(
  context: CudaContext,
  kernel: KernelSource,
  pointer: bigint,
  data: ArrayLike<number>,
): void {
  context.upload(pointer, storedValues(kernel.slots, data, valueTypeOf(kernel)));
}

/** The next multiple of `to`. */
export function align(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to;
}

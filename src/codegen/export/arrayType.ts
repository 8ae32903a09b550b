import type { KernelSource } from '../kernelSource.js';
import { storedValues, valueTypeOf } from '../storedValues.js';

/** The JavaScript array that values.bin fits: 16-bit values come as bits. */
export function arrayTypeOf(kernel: KernelSource): string {
  return storedValues(new Int32Array(), [], valueTypeOf(kernel)).constructor.name;
}

import type { KernelSource } from '../kernelSource.js';
import { numberBytes } from '../numbers.js';
import { valueTypeOf } from '../storedValues.js';

/** WebGPU features that a kernel needs: the extensions that its source enables, under the API's names. */
export function requiredFeatures(kernel: KernelSource): string[] {
  if (kernel.language !== 'wgsl') return [];
  const enabled = [...kernel.source.matchAll(/^\s*enable\s+([^;]+);/gm)].flatMap((match) => match[1].split(','));
  const names = enabled.map((name) => name.trim()).map((name) => (name === 'f16' ? 'shader-f16' : name));
  return [...new Set(names)].sort();
}

/** WebGPU limits that a kernel needs beyond those that every device grants. */
export function requiredLimits(kernel: KernelSource): Record<string, number> {
  const vectors = Math.max(kernel.rows, kernel.cols) * numberBytes[kernel.dtype];
  const values = kernel.slots.length * numberBytes[valueTypeOf(kernel)];
  const buffer = Math.max(vectors, values, kernel.indices.byteLength);
  const needs: [name: string, granted: number, needed: number][] = [
    ['maxStorageBufferBindingSize', 2 ** 27, buffer],
    ['maxBufferSize', 2 ** 28, buffer],
    ['maxComputeInvocationsPerWorkgroup', 256, kernel.threads],
    ['maxComputeWorkgroupSizeX', 256, kernel.threads],
    ['maxComputeWorkgroupStorageSize', 16384, kernel.sharedBytes],
  ];
  return Object.fromEntries(
    needs.filter(([, granted, needed]) => needed > granted).map(([name, , needed]) => [name, needed]),
  );
}

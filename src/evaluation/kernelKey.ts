import { createHash } from 'node:crypto';
import type { KernelSource } from '../codegen/kernelSource.js';

/**
 * Identity of what runs: code, arrays and launch, whatever graph they come from. Many graphs make one kernel, such as
 * those that differ in a branch that no entry reaches.
 */
export function kernelKey(kernel: KernelSource): string {
  const { name, source, slots, indices, blocks, threads, sharedBytes, clearsY, valueStorage } = kernel;
  // The name and the comments speak of the graph.
  const code = source.replaceAll(name, '').replace(/\/\/.*$/gm, '');
  return createHash('sha1')
    .update(JSON.stringify([code, blocks, threads, sharedBytes, clearsY, valueStorage]))
    .update(indices)
    .update(slots)
    .digest('hex')
    .slice(0, 16);
}

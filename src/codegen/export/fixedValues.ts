import type { KernelSource } from '../kernelSource.js';

/**
 * Why an export takes no new values; undefined where it does. In a dictionary one stored value stands for many entries,
 * and an export does not say which, so it could neither tell them apart nor refuse.
 */
export function fixedValues({ valueClasses }: KernelSource): string | undefined {
  return valueClasses && 'this kernel keeps distinct values in a dictionary; tune and export again for new values';
}

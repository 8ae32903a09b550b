import { AlphaSparseError } from '../../errors.js';
import type { KernelSource } from '../kernelSource.js';

/** What an export calls its things. A prefix keeps several kernels apart in one program. */
export interface ExportNames {
  /** The kernel's entry point. */
  readonly entry: string;
  /** Start of C names: `spmv` gives `spmv_launch`. */
  readonly stem: string;
  /** Start of C macros: `SPMV` gives `SPMV_ROWS`. */
  readonly macro: string;
  /** The TypeScript interface; its factory is `create` and this. */
  readonly type: string;
}

/** The names for a kernel. Throws as `checkPrefix` does. */
export function exportNames(kernel: KernelSource, prefix?: string): ExportNames {
  if (prefix === undefined || prefix === '') {
    return { entry: kernel.name, stem: 'spmv', macro: 'SPMV', type: 'Spmv' };
  }
  checkPrefix(prefix);
  const stem = `${prefix}_spmv`;
  const words = stem.split('_').filter((word) => word !== '');
  const type = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return { entry: stem, stem, macro: stem.toUpperCase(), type };
}

/** @throws AlphaSparseError 'usage' when a prefix is no identifier of C, WGSL and TypeScript. */
export function checkPrefix(prefix: string): void {
  // Names that begin with an underscore are reserved in C and WGSL.
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(prefix)) return;
  throw new AlphaSparseError(
    'usage',
    `prefix '${prefix}' is not an identifier`,
    'start with a letter and go on with up to 63 letters, digits or underscores',
  );
}

/** The kernel's source with its entry point renamed. */
export function renamedSource(kernel: KernelSource, names: ExportNames): string {
  if (names.entry === kernel.name) return kernel.source;
  return kernel.source.replace(new RegExp(`\\b${kernel.name}\\b`, 'g'), names.entry);
}

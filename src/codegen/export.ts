import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { TuneReport } from '../tuneTypes.js';
import { cudaFiles } from './export/cuda.js';
import { bytesOf, type ExportFile } from './export/exportFile.js';
import { fixedValues } from './export/fixedValues.js';
import { claimFolder, writeFolder } from './export/folder.js';
import { manifestOf } from './export/manifest.js';
import { exportNames } from './export/names.js';
import { requiredFeatures } from './export/requirements.js';
import { wgslFiles } from './export/wgsl.js';
import type { KernelSource } from './kernelSource.js';
import { asStored, storedValues, valueTypeOf } from './storedValues.js';

export { claimFolder, replaceFile } from './export/folder.js';
export { type Manifest, manifestSchema } from './export/manifest.js';
export { checkPrefix } from './export/names.js';

export interface ExportOptions {
  /** Goes into the manifest and the README. */
  readonly report?: TuneReport;
  /** Start of every exported name, so that several kernels fit in one program. */
  readonly prefix?: string;
  /** Subgroup size of the device that the kernel was built for, 0 for none; where it matters, the export checks it. */
  readonly subgroupSize?: number;
  /** WGSL: also write a page that multiplies in the browser, checks the result and times it. */
  readonly page?: boolean;
  /** Write into a folder that holds other files. */
  readonly force?: boolean;
}

/**
 * Writes a kernel into a folder as a project of its own: source, arrays, manifest, and programs that run it.
 * WGSL comes with a TypeScript module; CUDA with a C launcher, a checked benchmark and a CuPy module.
 * Returns the paths written.
 * @param given the matrix that the kernel was built for; its values are exported, rounded where the kernel stores 16 bits.
 * The reference that an export checks itself against has the rounded ones.
 * @throws AlphaSparseError 'usage' for a folder with other files, a bad prefix or a page for CUDA, values that the kernel
 * cannot store; 'unsupported' for dtype f16.
 */
export async function exportKernel(
  kernel: KernelSource,
  given: CsrMatrix,
  folder: string,
  options: ExportOptions = {},
): Promise<string[]> {
  if (kernel.dtype === 'f16') throw new AlphaSparseError('unsupported', 'f16 kernels cannot be exported yet');
  const { report, prefix, force, page = false } = options;
  if (page && kernel.language !== 'wgsl') {
    throw new AlphaSparseError('usage', 'a page needs a WebGPU kernel', 'tune with --target webgpu');
  }
  const { matrix, storageError } = asStored(given, kernel.valueStorage);
  const names = exportNames(kernel, prefix);
  await claimFolder(folder, force);

  const arrays: ExportFile[] = [
    { name: 'values.bin', content: bytesOf(storedValues(kernel.slots, matrix.data, valueTypeOf(kernel))) },
    { name: 'indices.bin', content: bytesOf(kernel.indices) },
    ...(fixedValues(kernel) ? [] : [{ name: 'slots.bin', content: bytesOf(kernel.slots) }]),
  ];
  // Subgroup operations are what makes a kernel depend on the size. In CUDA it is always 32.
  const usesSubgroups = requiredFeatures(kernel).includes('subgroups');
  const subgroupSize = usesSubgroups && options.subgroupSize ? options.subgroupSize : undefined;
  const facts = { matrixName: matrix.name, report, subgroupSize, storageError };
  const programs =
    kernel.language === 'wgsl'
      ? await wgslFiles(kernel, names, matrix, facts, page)
      : cudaFiles(kernel, names, matrix, facts);
  const files = [...arrays, ...programs];
  const manifest = manifestOf(kernel, names, { ...facts, files: [...files.map(({ name }) => name), 'manifest.json'] });
  files.push({ name: 'manifest.json', content: `${JSON.stringify(manifest, null, 2)}\n` });
  return writeFolder(folder, files);
}

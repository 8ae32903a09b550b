import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { KernelSource } from '../kernelSource.js';
import { bytesOf, type ExportFile } from './exportFile.js';
import { argumentsOf, type ManifestFacts } from './manifest.js';
import { type ExportNames, renamedSource } from './names.js';
import { readme } from './readme.js';
import { renderExport } from './render.js';

/** The programs of a CUDA export: kernel, C launcher, checked benchmark, build files and a CuPy module. */
export function cudaFiles(
  kernel: KernelSource,
  names: ExportNames,
  matrix: CsrMatrix,
  facts: Omit<ManifestFacts, 'files'>,
): ExportFile[] {
  const element = kernel.dtype === 'f64' ? 'double' : 'float';
  const data = {
    kernel,
    names,
    element,
    numpy: kernel.dtype === 'f64' ? 'float64' : 'float32',
    arguments: argumentsOf(kernel).map(({ name }) => name),
    // Names of arrays become macros.
    arrays: kernel.arrays.map((array) => ({ ...array, macro: macroOf(array.name) })),
    subgroupSize: facts.subgroupSize,
  };
  const rendered = ['spmv.h', 'spmv.cu', 'main.cu', 'CMakeLists.txt', 'Makefile', 'spmv.py'];
  return [
    { name: 'kernel.cu', content: renamedSource(kernel, names) },
    ...rendered.map((name) => ({ name, content: renderExport(name, data) })),
    // What the result is checked against: the matrix itself, in double precision.
    { name: 'reference_indptr.bin', content: bytesOf(matrix.indptr) },
    { name: 'reference_indices.bin', content: bytesOf(matrix.indices) },
    { name: 'reference_data.bin', content: bytesOf(Float64Array.from(matrix.data)) },
    { name: 'README.md', content: readme('readmeCuda.md', kernel, names, facts) },
  ];
}

/** `bmtColOffsets` → `BMT_COL_OFFSETS`. */
function macroOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

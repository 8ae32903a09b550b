import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { ArrayInfo, KernelSource } from '../kernelSource.js';
import type { ExportFile } from './exportFile.js';
import { fixedValues } from './fixedValues.js';
import { argumentsOf, type ManifestFacts } from './manifest.js';
import { type ExportNames, renamedSource } from './names.js';
import { referenceFiles } from './page.js';
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
    storedElement: kernel.valueStorage ? 'unsigned short' : element,
    storageError: facts.storageError,
    numpy: kernel.dtype === 'f64' ? 'float64' : 'float32',
    arguments: argumentsOf(kernel).map(({ name }) => name),
    arrays: withMacros(kernel.arrays),
    fixedValues: fixedValues(kernel),
  };
  const rendered = ['spmv.h', 'spmv.cu', 'main.cu', 'CMakeLists.txt', 'Makefile', 'spmv.py'];
  return [
    { name: 'kernel.cu', content: renamedSource(kernel, names) },
    ...rendered.map((name) => ({ name, content: renderExport(name, data) })),
    ...referenceFiles(matrix),
    { name: 'README.md', content: readme('readmeCuda.md', kernel, names, facts) },
  ];
}

/** Gives each array the name of its macros: `bmtColOffsets` is BMT_COL_OFFSETS, a second one BMT_COL_OFFSETS_2. */
function withMacros(arrays: readonly ArrayInfo[]): (ArrayInfo & { macro: string })[] {
  const seen = new Map<string, number>();
  return arrays.map((array) => {
    const words = array.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
    const macro = words.toUpperCase();
    const count = (seen.get(macro) ?? 0) + 1;
    seen.set(macro, count);
    return { ...array, macro: count === 1 ? macro : `${macro}_${count}` };
  });
}

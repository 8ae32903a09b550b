import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { KernelSource } from '../kernelSource.js';
import type { ExportFile } from './exportFile.js';
import type { ManifestFacts } from './manifest.js';
import { type ExportNames, renamedSource } from './names.js';
import { pageFiles } from './page.js';
import { readme } from './readme.js';
import { typescriptModule } from './typescriptModule.js';

/** The programs of a WGSL export: the shader, a TypeScript module that runs it on any GPUDevice, and perhaps a page. */
export async function wgslFiles(
  kernel: KernelSource,
  names: ExportNames,
  matrix: CsrMatrix,
  facts: Omit<ManifestFacts, 'files'>,
  page: boolean,
): Promise<ExportFile[]> {
  const source = renamedSource(kernel, names);
  const module = await typescriptModule(kernel, names, source, facts.subgroupSize);
  return [
    { name: 'kernel.wgsl', content: source },
    { name: 'spmv.ts', content: module },
    ...(page ? await pageFiles(kernel, names, matrix, module) : []),
    { name: 'README.md', content: readme('readmeWgsl.md', kernel, names, facts, page) },
  ];
}

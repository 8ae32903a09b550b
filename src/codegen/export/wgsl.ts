import type { KernelSource } from '../kernelSource.js';
import type { ExportFile } from './exportFile.js';
import type { ManifestFacts } from './manifest.js';
import { type ExportNames, renamedSource } from './names.js';
import { readme } from './readme.js';
import { typescriptModule } from './typescriptModule.js';

/** The programs of a WGSL export: the shader, and a TypeScript module that runs it on any GPUDevice. */
export async function wgslFiles(
  kernel: KernelSource,
  names: ExportNames,
  facts: Omit<ManifestFacts, 'files'>,
): Promise<ExportFile[]> {
  const source = renamedSource(kernel, names);
  return [
    { name: 'kernel.wgsl', content: source },
    { name: 'spmv.ts', content: await typescriptModule(kernel, names, source, facts.subgroupSize) },
    { name: 'README.md', content: readme('readmeWgsl.md', kernel, names, facts) },
  ];
}

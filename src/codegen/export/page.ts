import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { KernelSource } from '../kernelSource.js';
import { arrayTypeOf } from './arrayType.js';
import { bytesOf, type ExportFile } from './exportFile.js';
import type { ExportNames } from './names.js';
import { renderExport } from './render.js';

/** A page that multiplies in the browser, checks the result and times it; beside the module as JavaScript. */
export async function pageFiles(
  kernel: KernelSource,
  names: ExportNames,
  matrix: CsrMatrix,
  module: string,
): Promise<ExportFile[]> {
  const page = { kernel, names, matrixName: escapeHtml(matrix.name), valueType: arrayTypeOf(kernel) };
  return [
    { name: 'index.html', content: renderExport('index.html', page) },
    { name: 'spmv.js', content: await javascriptOf(module) },
    ...referenceFiles(matrix),
  ];
}

/** The matrix itself in double precision: what results are checked against. */
export function referenceFiles(matrix: CsrMatrix): ExportFile[] {
  return [
    { name: 'reference_indptr.bin', content: bytesOf(matrix.indptr) },
    { name: 'reference_indices.bin', content: bytesOf(matrix.indices) },
    { name: 'reference_data.bin', content: bytesOf(Float64Array.from(matrix.data)) },
  ];
}

async function javascriptOf(module: string): Promise<string> {
  const { ts } = await import('ts-morph');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(module, { compilerOptions }).outputText;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

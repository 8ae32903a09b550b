import type { CodeBlockWriter, SourceFile, VariableDeclarationKind } from 'ts-morph';
import { gridOf, type KernelSource } from '../kernelSource.js';
import { arrayTypeOf } from './arrayType.js';
import { fixedValues } from './fixedValues.js';
import type { ExportNames } from './names.js';
import { renderExport } from './render.js';
import { requiredFeatures, requiredLimits } from './requirements.js';

/**
 * A TypeScript module without imports that runs the kernel on any GPUDevice, in browsers and in Node.
 * It needs the types of `@webgpu/types` and nothing else.
 */
export async function typescriptModule(
  kernel: KernelSource,
  names: ExportNames,
  source: string,
  subgroupSize?: number,
): Promise<string> {
  // Loaded here since it brings the whole TypeScript compiler.
  const { Project, IndentationText, QuoteKind, VariableDeclarationKind } = await import('ts-morph');
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single },
  });
  const file = project.createSourceFile('spmv.ts');
  file.addStatements(
    `// y = A x for one matrix of ${kernel.rows} x ${kernel.cols} with ${kernel.nnz} entries, made by alphasparse.`,
  );
  addConstants(file, kernel, source, VariableDeclarationKind.Const);
  addInterfaces(file, names, kernel);
  file.addFunction({
    isExported: true,
    isAsync: true,
    name: `create${names.type}`,
    docs: [
      `Compiles the kernel and uploads its arrays.
@param device made with \`requiredFeatures\` and \`requiredLimits\`
@throws Error when the device lacks what the kernel needs, or when an array has the wrong length`,
    ],
    parameters: [
      { name: 'device', type: 'GPUDevice' },
      { name: 'arrays', type: `${names.type}Arrays` },
    ],
    returnType: `Promise<${names.type}>`,
    statements: renderExport('createSpmv.ts', {
      entry: names.entry,
      type: names.type,
      subgroupSize,
      grid: gridOf(kernel.blocks),
      clearsY: kernel.clearsY,
      clearGrid: gridOf(Math.ceil(kernel.rows / 256)),
      values: kernel.slots.length,
      valueType: arrayTypeOf(kernel),
      valueStorage: kernel.valueStorage,
      indices: kernel.indices.length,
      fixedValues: fixedValues(kernel),
    }),
  });
  return file.getFullText();
}

function addConstants(file: SourceFile, kernel: KernelSource, source: string, kind: VariableDeclarationKind): void {
  const constants: [name: string, value: string, doc: string, type?: string][] = [
    ['rows', `${kernel.rows}`, 'Length of y.', 'number'],
    ['cols', `${kernel.cols}`, 'Length of x.', 'number'],
    ['nnz', `${kernel.nnz}`, 'Entries of the matrix, without padding.', 'number'],
    [
      'requiredFeatures',
      JSON.stringify(requiredFeatures(kernel)).replaceAll('"', "'"),
      'Pass to requestDevice.',
      'GPUFeatureName[]',
    ],
    ['requiredLimits', limitsLiteral(kernel), 'Pass to requestDevice.', 'Record<string, number>'],
    ['source', `\`${templateLiteral(source)}\``, 'The kernel.'],
  ];
  for (const [name, initializer, doc, type] of constants) {
    file.addVariableStatement({
      isExported: true,
      declarationKind: kind,
      docs: [doc],
      declarations: [{ name, type, initializer: (writer: CodeBlockWriter) => writer.write(initializer) }],
    });
  }
}

function addInterfaces(file: SourceFile, names: ExportNames, kernel: KernelSource): void {
  const { valueStorage } = kernel;
  const bits = valueStorage ? `, the bits of ${valueStorage}` : '';
  const rounded = valueStorage ? ` They are rounded to ${valueStorage}; throws what does not fit there.` : '';
  const fixed = fixedValues(kernel);
  file.addInterface({
    isExported: true,
    name: `${names.type}Arrays`,
    properties: [
      { name: 'values', type: arrayTypeOf(kernel), docs: [`The content of values.bin${bits}.`] },
      { name: 'indices', type: 'Uint32Array', docs: ['The content of indices.bin.'] },
      {
        name: 'slots',
        type: 'Int32Array',
        hasQuestionToken: true,
        docs: [fixed ? 'Not needed.' : 'The content of slots.bin; only `updateValues` needs it.'],
      },
    ],
  });
  file.addInterface({
    isExported: true,
    name: names.type,
    methods: [
      {
        name: 'multiply',
        parameters: [{ name: 'x', type: 'ArrayLike<number>' }],
        returnType: 'Promise<Float32Array>',
        docs: ['y = A x, through host memory.'],
      },
      {
        name: 'encode',
        parameters: [
          { name: 'pass', type: 'GPUComputePassEncoder' },
          { name: 'xBuffer', type: 'GPUBuffer' },
          { name: 'yBuffer', type: 'GPUBuffer' },
        ],
        returnType: 'void',
        docs: ['Adds y = A x to a compute pass. Both buffers hold f32 and have the usage STORAGE.'],
      },
      {
        name: 'updateValues',
        parameters: [{ name: 'data', type: 'ArrayLike<number>' }],
        returnType: 'void',
        docs: [
          fixed
            ? `Throws: ${fixed}.`
            : `Replaces the matrix's values: \`data\` in row order, of length \`nnz\`.${rounded}`,
        ],
      },
      { name: 'destroy', returnType: 'void', docs: ['Frees the device memory.'] },
    ],
  });
}

function limitsLiteral(kernel: KernelSource): string {
  const limits = Object.entries(requiredLimits(kernel));
  return limits.length === 0 ? '{}' : `{ ${limits.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
}

/** Escapes text for a template literal. */
function templateLiteral(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}

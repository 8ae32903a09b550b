import { buildKernel } from '../../src/codegen/build.js';
import type { KernelSource } from '../../src/codegen/kernelSource.js';
import type { Graph } from '../../src/graph/graph.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { isRefusal } from '../../src/operators/operator.js';
import { small } from './matrices.js';
import { roomy } from './operators.js';

/** The extracted format of a graph with every array stored: what a paper's figure of the format shows. */
export function arraysOf(graph: Graph, matrix: CsrMatrix = small): Record<string, number[]> {
  const built = buildKernel(matrix, withoutModels(graph), { dtype: 'f32', target: { ...roomy, language: 'wgsl' } });
  if (isRefusal(built)) throw new Error(built.refused);
  const { kernel } = built;
  // Only the rows that no leaf writes may still be a model.
  const stored = kernel.arrays.filter(({ byteOffset }) => byteOffset >= 0);
  const arrays = stored.map((array) => [array.name, elementsOf(kernel, array)] as const);
  return { ...Object.fromEntries(arrays), slots: Array.from(kernel.slots) };
}

/** Each leaf's index arrays become plain u32 arrays. */
function withoutModels(graph: Graph): Graph {
  const plain = { op: 'SET_COMPRESSION', params: { models: false, narrow: false } };
  return graph.flatMap((node) => {
    if (node.branches) return [{ ...node, branches: node.branches.map(withoutModels) }];
    // A dictionary is a format of its own, not a way to store one.
    if (node.op === 'SET_COMPRESSION') {
      return [{ ...plain, params: { ...plain.params, values: node.params.values ?? 'plain' } }];
    }
    return node.op === 'SET_RESOURCES' ? [node, plain] : [node];
  });
}

function elementsOf(kernel: KernelSource, { byteOffset, length, form }: KernelSource['arrays'][number]): number[] {
  const Type = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array }[form as 'u8' | 'u16' | 'u32'];
  return Array.from(new Type(kernel.indices.buffer as ArrayBuffer, kernel.indices.byteOffset + byteOffset, length));
}

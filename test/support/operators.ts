import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type BuildOptions, buildKernel } from '../../src/codegen/build.js';
import type { Target } from '../../src/codegen/kernelSource.js';
import { applyChain } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { generate } from '../../src/matrix/generators/index.js';
import { type Level, type LevelName, type MetadataSet, metadataOf } from '../../src/metadata/metadataSet.js';
import { checkParams, isRefusal, type Operator, type Params } from '../../src/operators/operator.js';
import { small } from './matrices.js';

/** A device on which every kernel of the tests fits. */
export const roomy: Omit<Target, 'language'> = {
  subgroupSize: 32,
  maxThreads: 1024,
  maxSharedBytes: 49_152,
  maxBindingBytes: 2 ** 31 - 4,
  parallelBlocks: 64,
};

/** The metadata after a chain without branches; throws where the chain is refused. */
export function leafOf(chain: Graph, matrix: CsrMatrix = small): MetadataSet {
  const leaves = applyChain(chain, metadataOf(matrix), '');
  if (isRefusal(leaves)) throw new Error(leaves.refused);
  return leaves[0];
}

/** Why a chain is refused, without the name of the place; undefined where it is legal. */
export function refusalOf(chain: Graph, matrix: CsrMatrix = small): string | undefined {
  const leaves = applyChain(chain, metadataOf(matrix), '');
  return isRefusal(leaves) ? leaves.refused.replace(/^\S+ \S+: /, '') : undefined;
}

/** The parts that a dividing operator makes of the matrix; throws where it refuses. */
export function partsOf(operator: Operator, params: Params = {}, matrix: CsrMatrix = small): MetadataSet[] {
  const complete = checkParams(operator, params);
  const refusal = isRefusal(complete) ? complete : operator.legal(metadataOf(matrix), complete);
  if (refusal) throw new Error(refusal.refused);
  return operator.divide!(metadataOf(matrix), complete as Params);
}

/** Every row as `row of y: columns`; columns of padding stand in brackets. */
export function rowsOf({ nonZeros, originRows }: MetadataSet): string[] {
  const { indptr, colIndices, slots } = nonZeros;
  return Array.from(originRows, (row, p) => {
    const entries = Array.from(colIndices.subarray(indptr[p], indptr[p + 1]), (column, i) =>
      slots[indptr[p] + i] < 0 ? `[${column}]` : `${column}`,
    );
    return [`${row}:`, ...entries].join(' ');
  });
}

/** Every block of a level as `row positions: slots`; `_` is padding, and `|` ends the blocks of one parent. */
export function blocksOf(metadata: MetadataSet, name: LevelName): string[] {
  const level = metadata.levels[name] as Level;
  const { slots } = metadata.nonZeros;
  return Array.from({ length: level.count }, (_, b) => {
    const rows = Array.from({ length: level.rowEnds[b] - level.rowBegins[b] }, (_, i) => level.rowBegins[b] + i);
    const entries = Array.from(slots.subarray(level.nzOffsets[b], level.nzOffsets[b + 1]), (slot) =>
      slot < 0 ? '_' : `${slot}`,
    );
    const ends = level.parentOffsets.indexOf(b + 1, 1) > 0 && level.parentOffsets.length > 2;
    return [`${rows.join(',')}:`, ...entries, ...(ends ? ['|'] : [])].join(' ');
  });
}

/** Adds a test that compares the kernels of a graph with test/golden/NAME.wgsl and .cu. */
export function golden(
  name: string,
  graph: Graph,
  matrix: CsrMatrix = irregular,
  options: Partial<BuildOptions> = {},
): void {
  it('generates the golden kernels', async () => {
    for (const language of ['wgsl', 'cuda'] as const) {
      const kernel = kernelOf(graph, matrix, language, options);
      // Names are hashes of all parameters: a new one would change every golden.
      const source = kernel.source.replaceAll(kernel.name, 'spmv');
      const file = new URL(`../golden/${name}.${language === 'cuda' ? 'cu' : language}`, import.meta.url);
      await expect(source).toMatchFileSnapshot(fileURLToPath(file));
    }
  });
}

/** The kernel of a graph on a roomy device, of f32 unless the options say otherwise; throws where it is refused. */
export function kernelOf(
  graph: Graph,
  matrix: CsrMatrix,
  language: Target['language'] = 'wgsl',
  options: Partial<BuildOptions> = {},
) {
  const built = buildKernel(matrix, graph, { dtype: 'f32', target: { ...roomy, language }, ...options });
  if (isRefusal(built)) throw new Error(built.refused);
  return built.kernel;
}

/** Rows of very different lengths, so that goldens show stored arrays and not only models. */
export const irregular = generate('gen:rmat:scale=5,degree=3');

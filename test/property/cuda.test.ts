import { describe, expect, it } from 'vitest';
import { buildFromLeaves } from '../../src/codegen/build.js';
import type { Dtype, Target, ValueStorage } from '../../src/codegen/kernelSource.js';
import { asStored } from '../../src/codegen/storedValues.js';
import { explain, verify } from '../../src/device/verify.js';
import { applyGraph } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import { canonicalJson } from '../../src/graph/identity.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { isRefusal } from '../../src/operators/operator.js';
import { createRandom } from '../../src/random.js';
import { seeds } from '../../src/seeds/index.js';
import { createSearchSpace } from '../../src/space/index.js';
import { type HostRun, hasHostCuda, runOnHost } from '../support/hostCuda.js';
import { matrixOf } from '../support/matrices.js';
import { caseSpecs, matrixOfSpec } from './cases.js';
import { randomX, storages } from './pair.js';

const target: Target = {
  language: 'cuda',
  subgroupSize: 32,
  maxThreads: 1024,
  // What a block may declare statically.
  maxSharedBytes: 49_152,
  maxBindingBytes: 2 ** 31,
  parallelBlocks: 64,
};
const random = createRandom(11);

interface Case extends HostRun {
  readonly matrix: CsrMatrix;
  readonly graph: Graph;
  readonly dtype: Dtype;
}

/** A kernel's case; its matrix is the one that the kernel multiplies by, with values as they are stored. */
function caseOf(given: CsrMatrix, graph: Graph, dtype: Dtype, valueStorage?: ValueStorage): Case | undefined {
  const { matrix } = asStored(given, valueStorage);
  const applied = applyGraph(graph, given);
  if (isRefusal(applied)) return undefined;
  const built = buildFromLeaves(given, graph, applied.leaves, { dtype, valueStorage, target });
  if (isRefusal(built)) return undefined;
  return { matrix, graph, dtype, kernel: built.kernel, data: given.data, x: randomX(matrix.cols, random, true) };
}

/** What is wrong with each kernel's y. */
function problemsOf(cases: readonly Case[]): string[] {
  return runOnHost(cases).flatMap((y, i) => {
    const { matrix, graph, x, dtype } = cases[i];
    const verdict = verify(matrix, y, x, dtype);
    return verdict.ok ? [] : [`${matrix.name}: ${explain(verdict)}\n${canonicalJson(graph)}`];
  });
}

if (!hasHostCuda) console.log('skipped: CUDA kernels on the host, there is no C++ compiler');

describe.skipIf(!hasHostCuda)('CUDA kernels, thread by thread on the host', { timeout: 240_000 }, () => {
  it('of every seed are right', () => {
    const matrices = [
      'gen:rmat:scale=7,degree=6',
      'gen:stencil5:12',
      'gen:dense:33',
      'symmetric:gen:stencil5:12',
      'skewed:rows=70,cols=30000,entries=2500',
    ].map(matrixOfSpec);
    const cases = seeds.flatMap(({ graph }) =>
      matrices.flatMap((matrix, m) => caseOf(matrix, graph, m % 3 === 0 ? 'f64' : 'f32') ?? []),
    );
    expect(problemsOf(cases)).toEqual([]);
    expect(cases.length).toBeGreaterThan(2 * seeds.length);
  });

  it('of every seed are right with values in 16 bits', () => {
    const [skewed, regular] = ['gen:rmat:scale=7,degree=6', 'gen:stencil5:12'].map(matrixOfSpec);
    const cases = seeds
      .flatMap(({ graph }, s) => [
        caseOf(skewed, graph, s % 3 === 0 ? 'f64' : 'f32', s % 2 === 0 ? 'f16' : 'bf16') ?? [],
        caseOf(regular, graph, 'f32', s % 2 === 0 ? 'bf16' : 'f16') ?? [],
      ])
      .flat();
    expect(problemsOf(cases)).toEqual([]);
    expect(cases.length).toBeGreaterThan(seeds.length);
  });

  it('of every seed that stores are right in f16', () => {
    const matrix = matrixOfSpec('gen:rmat:scale=6,degree=5');
    const cases = seeds.flatMap(({ graph }) => caseOf(matrix, graph, 'f16') ?? []);
    expect(problemsOf(cases)).toEqual([]);
    expect(cases.length).toBeGreaterThan(20);
  });

  it('of columns left of their rows are right, where u32 sums must wrap before they become an address', () => {
    // Rows near the border lie on other diagonals, so that no dense one leaves the matrix and no column is clamped.
    const rows = Array.from({ length: 2000 }, (_, row) =>
      row < 8 ? [row + 3] : row > 1990 ? [row - 5] : [row - 7, row, row + 2],
    );
    const matrix = matrixOf(rows, 2000, 'inner band');
    const graphs = seeds.filter(({ name }) => /^(dia|wide-dia|near-sell)$/.test(name));
    const cases = graphs.flatMap(({ graph }) => caseOf(matrix, graph, 'f32') ?? []);
    expect(cases.length).toBe(3);
    expect(cases.map(({ kernel }) => kernel.source).filter((source) => /row \+ .*42949\d+u/.test(source)).length).toBe(
      3,
    );
    expect(problemsOf(cases)).toEqual([]);
  });

  it('of random matrices and graphs are right', () => {
    const cases: Case[] = [];
    for (const spec of caseSpecs) {
      const matrix = matrixOfSpec(spec);
      const space = createSearchSpace(matrix, target);
      const known = space.seeds();
      for (let i = 0; i < 10; i++) {
        let { graph } = known[random.int(known.length)];
        for (let step = 0; step < 4; step++) graph = space.mutate(graph, random)?.graph ?? graph;
        const made = caseOf(matrix, graph, i % 3 === 0 ? 'f64' : 'f32', storages[i % 4]);
        if (made) cases.push(made);
      }
    }
    console.log(`${cases.length} CUDA kernels of random graphs ran on the host`);
    expect(problemsOf(cases)).toEqual([]);
    expect(cases.length).toBeGreaterThan(60);
  }, 180_000);
});

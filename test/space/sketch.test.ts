import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../src/codegen/build.js';
import type { Target } from '../../src/codegen/kernelSource.js';
import { kernelKey } from '../../src/evaluation/kernelKey.js';
import type { Graph } from '../../src/graph/graph.js';
import { generate } from '../../src/matrix/generators/index.js';
import { createRandom } from '../../src/random.js';
import { divide, op, rowAThread, rowAWarp, streamedRows } from '../../src/seeds/chain.js';
import { createSearchSpace } from '../../src/space/index.js';
import { irregular, roomy } from '../support/operators.js';

const target: Target = { ...roomy, language: 'wgsl' };

describe('the sketch of a graph', () => {
  const large = createSearchSpace(generate('gen:stencil5:n=100'), target);
  const inBlocks = (size: number): Graph => [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size }), ...rowAThread().slice(1)];

  it('is one for graphs that differ in what makes no difference, on the sample as on the matrix', () => {
    const { sketch } = large;
    const [compress, ...rest] = rowAThread();
    expect(sketch([{ ...compress, params: { emptyRows: 'drop' } }, ...rest])).toBe(sketch(rowAThread()));
    expect(sketch(rowAWarp(8))).not.toBe(sketch(rowAThread()));
    expect(sketch(inBlocks(64))).not.toBe(sketch(inBlocks(128)));
  });

  it('tells apart what a sample is too small for', () => {
    const { sketch } = large;
    // Both cover all rows of the sample.
    expect(sketch(inBlocks(2048))).not.toBe(sketch(inBlocks(4096)));
    const sorted = (window: number): Graph => [op('SORT_SUB', { window }), ...rowAThread()];
    expect(sketch(sorted(256))).not.toBe(sketch(sorted(1024)));
    // No row of the sample is as long as either.
    const divided = (length: number) => [divide('ROW_DIV', { lengths: [length] }, rowAThread(), rowAWarp(4))];
    expect(sketch(divided(64))).not.toBe(sketch(divided(128)));
  });

  it('is the name of a graph that cannot be applied', () => {
    expect(large.sketch([op('SORT')])).toBe(large.hash([op('SORT')]));
  });

  it('never takes two kernels for one where the sample is the whole matrix', () => {
    const space = createSearchSpace(irregular, target);
    const random = createRandom(3);
    const keys = new Map<string, string>();
    let alike = 0;
    let graph: Graph = streamedRows();
    for (let i = 0; i < 400; i++) {
      graph = i % 10 === 0 ? streamedRows() : (space.mutate(graph, random)?.graph ?? graph);
      const built = buildKernel(irregular, graph, { dtype: 'f32', target });
      if (!('kernel' in built)) continue;
      const sketch = space.sketch(graph);
      const key = kernelKey(built.kernel);
      if (keys.has(sketch)) alike++;
      expect(keys.get(sketch) ?? key).toBe(key);
      keys.set(sketch, key);
    }
    expect(alike).toBeGreaterThan(10);
    expect(keys.size).toBeGreaterThan(50);
  });
});

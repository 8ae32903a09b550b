import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../src/codegen/build.js';
import { kernelKey } from '../../src/evaluation/kernelKey.js';
import type { Graph } from '../../src/graph/graph.js';
import { generate } from '../../src/matrix/generators/index.js';
import { seeds } from '../../src/seeds/index.js';
import { device } from '../search/syntheticSpace.js';

const matrix = generate('gen:stencil5:n=12');
const seed = (name: string) => seeds.find((each) => each.name === name)!.graph;

function keyOf(graph: Graph): string {
  const result = buildKernel(matrix, graph, { dtype: 'f32', target: device.target });
  if (!('kernel' in result)) throw new Error(result.refused);
  return kernelKey(result.kernel);
}

describe('kernelKey', () => {
  it('is one for graphs that differ in a branch that no entry reaches', () => {
    const long = (rest: Graph): Graph => [
      { op: 'ROW_DIV', params: { lengths: [1024] }, branches: [seed('sell'), rest] },
    ];
    expect(keyOf(long(seed('csr-vector-8')))).toBe(keyOf(long(seed('csr-vector-32'))));
  });

  it('is another for other code, arrays or launches', () => {
    const keys = ['csr-scalar', 'csr-vector-2', 'sell', 'sell-c-sigma', 'ell', 'coo', 'csr-stream'].map((name) =>
      keyOf(seed(name)),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});

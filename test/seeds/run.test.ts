import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/device/device.js';
import { openDevice } from '../../src/device/open.js';
import { applyGraph } from '../../src/graph/apply.js';
import { isRefusal } from '../../src/operators/operator.js';
import { createRandom } from '../../src/random.js';
import { seeds } from '../../src/seeds/index.js';
import { matrixOfSpec } from '../property/cases.js';
import { checkPair, randomX, runPair } from '../property/pair.js';

/** A stencil, a power law, an arrow (one long row), dense blocks, mostly empty rows, and all dense. */
const classes = [
  'gen:stencil5:20',
  'gen:rmat:scale=8,degree=8',
  'gen:arrow:2500',
  'gen:blockfem:nnz=2000',
  'scattered:rows=400,cols=300,entries=900,rowStep=8',
  'gen:dense:33',
];
const matrices = classes.map(matrixOfSpec);

let device: Device;
beforeAll(async () => {
  device = await openDevice({ target: 'webgpu', device: 'software' });
});
afterAll(async () => device?.close());

describe('each seed on classes of matrices', () => {
  const ran = new Map<string, number>();

  it.each(seeds.map(({ name, graph }) => [name, graph] as const))('%s is right or refused', async (name, graph) => {
    for (const matrix of matrices) {
      const x = randomX(matrix.cols, createRandom(3));
      const applied = applyGraph(graph, matrix);
      if (isRefusal(applied)) {
        expect(applied.refused).toMatch(/^(\S*#\d+ [A-Z_]+: |leaf \d+ )\S+/);
        continue;
      }
      expect(checkPair(matrix, graph, x)).toBeInstanceOf(Array);
      expect([matrix.name, await runPair(device, matrix, graph, applied.leaves, x)]).toEqual([matrix.name, 'ok']);
      ran.set(name, (ran.get(name) ?? 0) + 1);
    }
  });

  it('every seed ran on some class, and most on all', () => {
    expect(seeds.filter(({ name }) => !ran.has(name)).map(({ name }) => name)).toEqual([]);
    expect([...ran.values()].filter((count) => count === classes.length).length).toBeGreaterThan(seeds.length / 2);
  });
});

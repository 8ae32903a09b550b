import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/device/device.js';
import { openDevice } from '../../src/device/open.js';
import { applyGraph } from '../../src/graph/apply.js';
import { isRefusal } from '../../src/operators/operator.js';
import { createRandom } from '../../src/random.js';
import { seeds } from '../../src/seeds/index.js';
import { matrixOfSpec } from '../property/cases.js';
import { checkPair, randomX, runPair } from '../property/pair.js';

/** A stencil, a power law, an arrow (one long row), dense blocks, mostly empty rows, all dense, two wide and a symmetric one. */
const classes = [
  'gen:stencil5:20',
  'gen:rmat:scale=8,degree=8',
  'gen:arrow:2500',
  'gen:blockfem:nnz=2000',
  'scattered:rows=400,cols=300,entries=900,rowStep=8',
  'gen:dense:33',
  'scattered:rows=300,cols=70000,entries=4000',
  'skewed:rows=70,cols=30000,entries=2500',
  'symmetric:gen:stencil5:20',
];
const matrices = classes.map(matrixOfSpec);

let device: Device;
beforeAll(async () => {
  device = await openDevice({ target: 'webgpu', device: 'software' });
});
afterAll(async () => device?.close());

describe('each seed on classes of matrices', () => {
  const ran = new Map<string, number>();
  const tooLarge = new Set<string>();

  it.each(seeds.map(({ name, graph }) => [name, graph] as const))('%s is right or refused', async (name, graph) => {
    for (const matrix of matrices) {
      const x = randomX(matrix.cols, createRandom(3));
      const applied = applyGraph(graph, matrix);
      if (isRefusal(applied)) {
        expect(applied.refused).toMatch(/^(\S*#\d+ [A-Z_]+: |leaf \d+ )\S+/);
        continue;
      }
      expect(checkPair(matrix, graph, x)).toBeInstanceOf(Array);
      const outcome = await runPair(device, matrix, graph, applied.leaves, x);
      if (outcome === undefined) tooLarge.add(name);
      else ran.set(name, (ran.get(name) ?? 0) + 1);
      expect([matrix.name, outcome ?? 'ok']).toEqual([matrix.name, 'ok']);
    }
  });

  it('every seed ran on some class or needs a larger device, and most ran on all that are not wide', () => {
    expect(seeds.map(({ name }) => name).filter((name) => !ran.has(name) && !tooLarge.has(name))).toEqual([]);
    expect([...ran.values()].filter((count) => count >= classes.length - 2).length).toBeGreaterThan(seeds.length / 2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/device/device.js';
import { openDevice } from '../../src/device/open.js';
import { operators } from '../../src/operators/index.js';
import { fuzz } from './fuzz.js';

let device: Device;
beforeAll(async () => {
  device = await openDevice({ target: 'webgpu', device: 'software' });
});
afterAll(async () => device?.close());

describe('random matrices and legal graphs', () => {
  it('reference, interpreter and kernel agree, padding stays silent, every operator takes part', async () => {
    const {
      pairs,
      executed,
      structures,
      operators: reached,
      failures,
    } = await fuzz({
      seed: 20_260_101,
      device,
      executeEvery: 8,
      enough: ({ pairs, executed, operators: met }) =>
        pairs >= 2000 && executed >= 225 && (met.size === operators.length || pairs >= 4000),
    });
    console.log(`${pairs} pairs of ${structures.size} structures, ${executed} executed, ${failures.length} failures`);
    expect(failures).toEqual([]);
    expect(operators.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
  }, 360_000);
});

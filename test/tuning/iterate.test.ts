import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, transpose } from '../../src/matrix/csr.js';
import { createRandom } from '../../src/random.js';
import { tune } from '../../src/tune.js';
import { tuning } from '../../src/tuning/iterate.js';
import { scattered } from '../support/matrices.js';

let folder: string;
const before = process.env.ALPHASPARSE_CACHE_DIR;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-iterate-'));
  process.env.ALPHASPARSE_CACHE_DIR = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env.ALPHASPARSE_CACHE_DIR;
  else process.env.ALPHASPARSE_CACHE_DIR = before;
  rmSync(folder, { recursive: true, force: true });
});

const matrix = scattered({ rows: 40, cols: 30, entries: 150 }, createRandom(2));
const software = { device: 'software', cache: false, seed: 1 } as const;

describe('tuning', { timeout: 120_000 }, () => {
  it('yields every trial, then the kernel is there', async () => {
    const heard: number[] = [];
    const search = tuning(matrix, { ...software, trials: 4, onTrial: ({ index }) => heard.push(index) });
    const seen: number[] = [];
    for await (const trial of search) seen.push(trial.index);
    const kernel = await search.kernel;
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(heard).toEqual(seen);
    expect(kernel.report).toMatchObject({ interrupted: false, stopped: 'trials' });
    await kernel.close();
  });

  it('ends with the best so far when the loop is left', async () => {
    const search = tuning(matrix, software);
    for await (const trial of search) if (trial.index === 2) break;
    const kernel = await search.kernel;
    expect(kernel.report).toMatchObject({ interrupted: true, stopped: 'aborted' });
    expect(kernel.report.trials.ok).toBeGreaterThanOrEqual(3);
    await kernel.close();
  });

  it('throws from the loop what tune throws', async () => {
    const search = tuning(matrix, { ...software, trials: 0 });
    const loop = async () => {
      for await (const _ of search);
    };
    await expect(loop()).rejects.toMatchObject({ code: 'usage' });
    await expect(search.kernel).rejects.toMatchObject({ code: 'usage' });
    const stopped = tuning(matrix, { ...software, signal: AbortSignal.abort() });
    await expect(stopped.kernel).rejects.toMatchObject({ code: 'aborted' });
  });
});

it('tunes the transpose, whose new values come in the order of the matrix', { timeout: 120_000 }, async () => {
  const x = Float64Array.from({ length: 40 }, (_, i) => Math.cos(i));
  const close = (got: ArrayLike<number>, want: ArrayLike<number>) => {
    expect(got.length).toBe(want.length);
    for (let i = 0; i < want.length; i++) expect(got[i]).toBeCloseTo(want[i], 4);
  };
  // The second time from the cache, which holds for the transpose alone.
  for (const cached of [false, true]) {
    const kernel = await tune(matrix, { ...software, cache: true, trials: 2, transpose: true });
    expect(kernel.report).toMatchObject({ cached, matrix: { rows: 30, cols: 40 } });
    close(await kernel.multiply(x), multiply(transpose(matrix), x));
    const data = matrix.data.map((_, i) => i + 1) as Float64Array;
    kernel.updateValues(data);
    close(await kernel.multiply(x), multiply(transpose({ ...matrix, data }), x));
    await kernel.close();
  }
});

it('tunes beside a kernel, on its device', { timeout: 120_000 }, async () => {
  const first = await tune(matrix, { ...software, trials: 1 });
  const second = await tune(matrix, { ...software, trials: 1, transpose: true, beside: first });
  expect(second.gpu).toBe(first.gpu);
  await second.close();
  // The device is still there for its owner.
  expect((await first.multiply(new Float64Array(30))).length).toBe(40);
  await expect(tune(matrix, { ...software, beside: { ...first } })).rejects.toMatchObject({ code: 'usage' });
  await first.close();
});

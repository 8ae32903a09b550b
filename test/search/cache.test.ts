import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CachedKernel, type CacheKey, covers, createKernelCache } from '../../src/search/cache.js';

let folder: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-cache-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cacheOf = () => createKernelCache(join(folder, 'tuned'), (message) => warnings.push(message));
const key: CacheKey = {
  matrix: 'abc',
  dtype: 'f32',
  device: 'made up',
  driver: '1',
  generator: '0.1.0',
  options: { deterministic: false, seed: 1 },
};
const kernel: CachedKernel = {
  graph: [{ op: 'COMPRESS', params: { size: 4 }, branches: [[{ op: 'X', params: { cuts: [1, 2] } }]] }],
  hash: 'f00',
  origin: 'fine',
  novel: true,
  timeUs: 12.5,
  source: 'beef',
  baselines: [{ name: 'csr-scalar', timeUs: 20 }],
  budgetMs: 60_000,
  trials: null,
};
const entryFile = () => join(folder, 'tuned', readdirSync(join(folder, 'tuned'))[0]);

describe('cache of tuned kernels', () => {
  it('gives back what was put, and nothing for another key (case-47)', async () => {
    const cache = cacheOf();
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, kernel);
    expect(await cache.get({ ...key, options: { seed: 1, deterministic: false } })).toEqual(kernel);
    for (const change of [
      { matrix: 'abd' },
      { dtype: 'f64' },
      { valueStorage: 'f16' },
      { device: 'other' },
      { driver: '2' },
      { generator: '0.1.1' },
      { options: { deterministic: true, seed: 1 } },
    ]) {
      expect(await cache.get({ ...key, ...change })).toBeUndefined();
    }
    expect(warnings).toEqual([]);
  });

  it.each([
    ['cut in the middle', () => truncateSync(entryFile(), 80)],
    ['empty', () => truncateSync(entryFile(), 0)],
    ['of another shape', () => writeFileSync(entryFile(), '{"key": 1, "kernel": {"graph": 7}}')],
    [
      'about something else',
      () => writeFileSync(entryFile(), JSON.stringify({ key: { ...key, driver: '0' }, kernel })),
    ],
  ])('an entry that is %s is a miss with a warning, and is replaced', async (_name, damage) => {
    const cache = cacheOf();
    await cache.put(key, kernel);
    damage();
    expect(await cache.get(key)).toBeUndefined();
    expect(warnings.length).toBe(1);
    await cache.put(key, kernel);
    expect(await cache.get(key)).toEqual(kernel);
  });

  it('never shows half an entry to readers beside many writers', async () => {
    const caches = Array.from({ length: 4 }, cacheOf);
    await caches[0].put(key, kernel);
    const puts = caches.flatMap((cache, i) =>
      Array.from({ length: 10 }, (_, k) => cache.put(key, { ...kernel, timeUs: 10 * i + k })),
    );
    const gets = Array.from({ length: 40 }, (_, i) => caches[i % 4].get(key));
    const read = await Promise.all(gets);
    await Promise.all(puts);
    expect(read.every((each) => each?.hash === 'f00')).toBe(true);
    expect(warnings).toEqual([]);
    expect(readdirSync(join(folder, 'tuned')).length).toBe(1);
  });

  it('only warns when it cannot write', async () => {
    writeFileSync(join(folder, 'tuned'), '');
    const cache = cacheOf();
    await cache.put(key, kernel);
    expect(warnings[0]).toMatch(/cannot write/);
    expect(await cache.get(key)).toBeUndefined();
  });

  it('does not take the word of a shorter search', () => {
    expect(covers(kernel, { budgetMs: 60_000, trials: Infinity })).toBe(true);
    expect(covers(kernel, { budgetMs: 90_000, trials: 5 })).toBe(false);
    expect(covers({ ...kernel, trials: 6 }, { budgetMs: 60_000, trials: 30 })).toBe(false);
    expect(covers({ ...kernel, trials: 30 }, { budgetMs: 60_000, trials: 6 })).toBe(true);
    expect(covers({ ...kernel, patience: 2 }, { budgetMs: 60_000, trials: 5 })).toBe(false);
    expect(covers(kernel, { budgetMs: 60_000, trials: 5, patience: 1000 })).toBe(false);
    expect(covers({ ...kernel, patience: 1000 }, { budgetMs: 60_000, trials: 5, patience: 400 })).toBe(true);
  });
});

import { readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCubinCache } from '../../../src/device/cuda/cubinCache.js';
import { tempFolder } from '../../support/tempFolder.js';

const cubin = (bytes: number) => new Uint8Array(bytes).fill(1);
const age = (folder: string, key: string, seconds: number) =>
  utimes(join(folder, key.slice(0, 2), `${key}.cubin`), seconds, seconds);
const keysIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.cubin'))
    .map((file) => file.slice(3, -'.cubin'.length))
    .sort();

describe('the cache of compiled kernels', () => {
  it('removes what was used longest ago when it grows beyond its limit', async () => {
    const folder = tempFolder('cubins');
    const earlier = openCubinCache(folder);
    for (const [i, key] of ['aa1', 'aa2', 'bb3', 'bb4'].entries()) {
      await earlier.write(key, cubin(100));
      await age(folder, key, 1000 + i);
    }
    // Read, so used, after all others.
    expect(await earlier.read('aa1')).toHaveLength(100);
    await openCubinCache(folder, 300).write('cc5', cubin(100));
    expect(keysIn(folder)).toEqual(['aa1', 'bb4', 'cc5']);
  });

  it('does not look at the folder at every write', async () => {
    const folder = tempFolder('cubins');
    const cache = openCubinCache(folder, 1600);
    for (let i = 0; i < 17; i++) await cache.write(`aa${i}`, cubin(99));
    const looked = keysIn(folder).length;
    await cache.write('zz', cubin(99));
    expect([looked, keysIn(folder).length].every((count) => count >= 16 && count <= 17)).toBe(true);
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openCompilePool } from '../../../src/device/cuda/compilePool.js';
import { type CubinCache, cubinKey, openCubinCache } from '../../../src/device/cuda/cubinCache.js';
import type { Nvrtc } from '../../../src/device/cuda/nvrtc.js';
import { tempFolder } from '../../support/tempFolder.js';

/** A compiler that takes a while and counts how many run at once. */
function countingCompiler(width = 8) {
  const seen = { now: 0, most: 0, total: 0 };
  const nvrtc: Nvrtc = {
    path: '',
    version: '1.0',
    optionsFor: (_source, { arch }) => [arch],
    async compile(source) {
      seen.total++;
      seen.now++;
      seen.most = Math.max(seen.most, seen.now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.now--;
      if (source === 'bad') throw new Error('does not compile');
      return Buffer.from(`cubin of ${source}`);
    },
  };
  const open = (cache?: CubinCache) => openCompilePool(nvrtc, { compile: nvrtc.compile, width }, cache);
  return { open, seen };
}

const options = { arch: 'sm_90' };

describe('compile pool', () => {
  it('runs as many at once as it is wide, and survives failures', async () => {
    const { open, seen } = countingCompiler(3);
    const pool = open();
    const sources = ['a', 'bad', 'b', 'c', 'd', 'e', 'f', 'bad', 'g'];
    const results = await Promise.allSettled(sources.map((source) => pool.compile(source, options)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(sources.map((source) => source !== 'bad'));
    expect(seen).toEqual({ now: 0, most: 3, total: 8 });
    await pool.compile('h', options);
    expect(seen.most).toBe(3);
  });

  it('reads from disk what another pool compiled, and leaves no drafts', async () => {
    const folder = tempFolder('pool');
    const first = countingCompiler();
    await first.open(openCubinCache(folder)).compile('a', options);
    const second = countingCompiler();
    const pool = second.open(openCubinCache(folder));
    expect(Buffer.from(await pool.compile('a', options)).toString()).toBe('cubin of a');
    expect(second.seen.total).toBe(0);
    await pool.compile('a', { arch: 'sm_80' });
    expect(second.seen.total).toBe(1);
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((file) => file.includes('.')).every((file) => file.endsWith('.cubin'))).toBe(true);
  });

  it('works without a writable disk', async () => {
    const pool = countingCompiler().open(openCubinCache('/dev/null/nowhere'));
    expect((await pool.compile('a', options)).length).toBe(10);
  });
});

describe('cubinKey', () => {
  it('depends on source, options and compiler', () => {
    const keys = [
      cubinKey('a', ['x'], '1'),
      cubinKey('b', ['x'], '1'),
      cubinKey('a', ['y'], '1'),
      cubinKey('a', ['x'], '2'),
      cubinKey('a', ['x', ''], '1'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

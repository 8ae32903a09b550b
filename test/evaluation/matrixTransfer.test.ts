import { existsSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createBuildCache } from '../../src/evaluation/builder.js';
import { pack, unpack } from '../../src/evaluation/matrixTransfer.js';
import { generate } from '../../src/matrix/generators/index.js';
import { matrix } from './fixtures/setup.js';

describe('matrix parcels', () => {
  const narrow = { ...matrix, data: Float32Array.from(matrix.data) };
  const empty = generate('empty:rows=0,cols=0');
  it.each([
    ['inline', matrix, undefined],
    ['file', matrix, 0],
    ['file', narrow, 0],
    ['inline', empty, undefined],
    ['file', empty, 0],
  ])('arrive whole and shared: %s', async (kind, sent, limit) => {
    const { parcel, discard } = await pack(sent, limit);
    expect(parcel.kind).toBe(kind);
    const got = unpack(structuredClone(parcel));
    expect(got).toEqual(sent);
    expect(got.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    discard();
    if (parcel.kind === 'file') expect(existsSync(parcel.path)).toBe(false);
  });

  it('says so when the file is cut short', async () => {
    const { parcel, discard } = await pack(matrix, 0);
    if (parcel.kind === 'file') truncateSync(parcel.path, 100);
    expect(() => unpack(parcel)).toThrow('bytes early');
    discard();
  });
});

describe('the build cache', () => {
  it('drops the result unused for longest', () => {
    const cache = createBuildCache(2);
    cache.set('a', { refused: 'a' });
    cache.set('b', { refused: 'b' });
    cache.set('a', { refused: 'a' });
    cache.set('c', { refused: 'c' });
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  });
});

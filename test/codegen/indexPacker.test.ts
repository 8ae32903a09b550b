import { describe, expect, it } from 'vitest';
import { IndexPacker, narrowestType } from '../../src/codegen/indexPacker.js';

describe('IndexPacker', () => {
  it('puts arrays of any type at multiples of 16 bytes and notes where', () => {
    const packer = new IndexPacker();
    expect(packer.store('bytes', Int32Array.of(1, 2, 255), 'u8')).toBe(0);
    expect(
      packer.store(
        'halves',
        Int32Array.from({ length: 9 }, (_, i) => 1000 * i),
        'u16',
      ),
    ).toBe(16);
    packer.modelled('gone', 50, '2 * i');
    expect(packer.store('words', Int32Array.of(-1, 70_000), 'u32')).toBe(48);
    const words = packer.pack();
    expect(words).toHaveLength(16);
    expect(Array.from(new Uint8Array(words.buffer, 0, 4))).toEqual([1, 2, 255, 0]);
    expect(Array.from(new Uint16Array(words.buffer, 16, 9))).toEqual([
      0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000,
    ]);
    expect(Array.from(words.subarray(12, 14))).toEqual([0xffffffff, 70_000]);
    expect(packer.table).toEqual([
      { name: 'bytes', length: 3, form: 'u8', byteOffset: 0, bytes: 3, plainBytes: 12 },
      { name: 'halves', length: 9, form: 'u16', byteOffset: 16, bytes: 18, plainBytes: 36 },
      { name: 'gone', length: 50, form: '2 * i', byteOffset: -1, bytes: 0, plainBytes: 200 },
      { name: 'words', length: 2, form: 'u32', byteOffset: 48, bytes: 8, plainBytes: 8 },
    ]);
  });

  it('packs nothing into nothing', () => {
    expect(new IndexPacker().pack()).toHaveLength(0);
  });
});

describe('narrowestType', () => {
  it.each([
    [[], 'u8'],
    [[255], 'u8'],
    [[256], 'u16'],
    [[65_535, 0], 'u16'],
    [[65_536], 'u32'],
    // A bitmap with the top bit set.
    [[-(2 ** 31)], 'u32'],
  ] as const)('of %j is %s', (values, type) => {
    expect(narrowestType(Int32Array.from(values), true)).toBe(type);
    expect(narrowestType(Int32Array.from(values), false)).toBe('u32');
  });
});

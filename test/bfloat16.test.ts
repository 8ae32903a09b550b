import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bfloatBits, bfloatValue } from '../src/bfloat16.js';

describe('bfloat16', () => {
  it('keeps every bfloat', () => {
    for (let bits = 0; bits < 65536; bits++) {
      const value = bfloatValue(bits);
      if (Number.isNaN(value)) expect(bfloatValue(bfloatBits(value))).toBeNaN();
      else if (bfloatBits(value) !== bits) expect.fail(`${bits} -> ${value} -> ${bfloatBits(value)}`);
    }
  });

  it('rounds to the nearest, ties to even, subnormals too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x7f7e }), fc.double({ min: 0, max: 1, noNaN: true }), (bits, t) => {
        const [low, high] = [bfloatValue(bits), bfloatValue(bits + 1)];
        const value = Math.fround(low + t * (high - low));
        const middle = (low + high) / 2;
        const nearest = value < middle ? bits : value > middle ? bits + 1 : bits + (bits & 1);
        expect(bfloatBits(value)).toBe(nearest);
        expect(bfloatBits(-value)).toBe(nearest | 0x8000);
      }),
    );
  });

  it('ends at 255 * 2^120, and knows Inf, NaN and signed zeros', () => {
    expect(bfloatValue(0x7f7f)).toBe(255 * 2 ** 120);
    expect([3.4e38, 1e300, -Infinity, 0, -0, -1e-45].map(bfloatBits)).toEqual([
      0x7f80, 0x7f80, 0xff80, 0, 0x8000, 0x8000,
    ]);
    expect(bfloatBits(Number.NaN) & 0x7fff).toBe(0x7fc0);
  });
});

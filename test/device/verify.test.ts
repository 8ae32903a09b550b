import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounding } from '../../src/codegen/numbers.js';
import { halfRange, median } from '../../src/device/summary.js';
import { explain, verify } from '../../src/device/verify.js';
import { halfBits, halfValue } from '../../src/float16.js';
import { matrixOf } from './fixtures/csrScalar.js';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

describe('verify', () => {
  const matrix = matrixOf(
    [
      [
        [0, 0.1],
        [1, -2],
      ],
      [],
      [[1, 3]],
    ],
    2,
  );
  const x = [1.5, 0.25];
  const exact = [Math.fround(0.1) * 1.5 - 0.5, 0, 0.75];

  it('passes the reference and what is within rounding of it', () => {
    expect(verify(matrix, exact, x, 'f32')).toMatchObject({ ok: true });
    expect(verify(matrix, exact.map(Math.fround), x, 'f32').ok).toBe(true);
  });

  it('names the worst row of a wrong result', () => {
    const verdict = verify(matrix, [exact[0], 0, 0.75 + 1e-3], x, 'f32');
    expect(verdict).toMatchObject({ ok: false, row: 2, got: 0.751, want: 0.75 });
    expect(verdict.bound).toBeCloseTo(2 * 2 ** -23 * 9 * 0.75, 12);
    expect(explain(verdict)).toBe('y[2] is 0.751; it should be 0.75 within 1.61e-6');
  });

  it('rejects a result that f32 would pass when the type is f64', () => {
    const narrow = [0.1 * 1.5 - 0.5 + 1e-9, 0, 0.75];
    expect(verify(matrix, narrow, x, 'f32').ok).toBe(true);
    expect(verify(matrix, narrow, x, 'f64').ok).toBe(false);
  });

  it('never passes NaN, not even in an empty row', () => {
    expect(verify(matrix, [exact[0], nan, 0.75], x, 'f32')).toMatchObject({ ok: false, row: 1, worst: inf });
    expect(verify(matrix, [inf, 0, 0.75], x, 'f32')).toMatchObject({ ok: false, row: 0 });
    expect(verify(matrix, [exact[0], 1e-30, 0.75], x, 'f32').ok).toBe(false);
  });

  it('wants Inf and NaN where the reference has them', () => {
    const odd = matrixOf([[[0, inf]], [[0, -inf]], [[0, nan]], [[1, 1]]], 2);
    expect(verify(odd, [inf, -inf, nan, 2], [1, 2], 'f32').ok).toBe(true);
    expect(verify(odd, [inf, inf, nan, 2], [1, 2], 'f32')).toMatchObject({ ok: false, row: 1 });
    expect(verify(odd, [inf, -inf, 0, 2], [1, 2], 'f32')).toMatchObject({ ok: false, row: 2 });
    expect(verify(odd, [1, -inf, nan, 2], [1, 2], 'f32')).toMatchObject({ ok: false, row: 0 });
  });

  it('lets a row overflow where its terms do, but not be unwritten', () => {
    const huge = matrixOf(
      [
        [
          [0, 3e38],
          [1, -3e38],
        ],
      ],
      2,
    );
    expect(verify(huge, [inf], [1, 1], 'f32').ok).toBe(true);
    expect(verify(huge, [nan], [1, 1], 'f32').ok).toBe(false);
  });

  it('allows f16 one rounding of the result', () => {
    const third = matrixOf([[[0, 1 / 3]]], 1);
    const want = rounding('f16')(1 / 3) * rounding('f16')(0.7);
    expect(verify(third, [rounding('f16')(want)], [0.7], 'f16').ok).toBe(true);
    expect(verify(third, [want * 1.002], [0.7], 'f16').ok).toBe(false);
  });

  it('passes an empty matrix and refuses a y of the wrong length', () => {
    expect(verify(matrixOf([], 0), [], [], 'f32')).toMatchObject({ ok: true, row: -1 });
    expect(() => verify(matrix, [1], x, 'f32')).toThrow('y has 1 entries; the matrix has 3 rows');
  });
});

describe('halves', () => {
  it('keeps every half', () => {
    for (let bits = 0; bits < 65536; bits++) {
      const value = halfValue(bits);
      if (Number.isNaN(value)) expect(halfValue(halfBits(value))).toBeNaN();
      else if (halfBits(value) !== bits) expect.fail(`${bits} -> ${value} -> ${halfBits(value)}`);
    }
  });

  it('rounds to the nearest, ties to even', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x7bfe }), fc.double({ min: 0, max: 1, noNaN: true }), (bits, t) => {
        const [low, high] = [halfValue(bits), halfValue(bits + 1)];
        const value = Math.fround(low + t * (high - low));
        const middle = (low + high) / 2;
        const nearest = value < middle ? bits : value > middle ? bits + 1 : bits + (bits & 1);
        expect(halfBits(value)).toBe(nearest);
        expect(halfBits(-value)).toBe(nearest | 0x8000);
      }),
    );
    expect([65519, 65520, 1e30, -inf].map(halfBits)).toEqual([0x7bff, 0x7c00, 0x7c00, 0xfc00]);
  });
});

describe('summaries', () => {
  it('takes medians and half interquartile ranges', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
    expect(halfRange([1, 2, 3, 4, 1000])).toBe(1);
    expect(halfRange([7])).toBe(0);
  });
});

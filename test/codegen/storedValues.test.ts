import { describe, expect, it } from 'vitest';
import { bfloatValue } from '../../src/bfloat16.js';
import { asStored, checkValues, storedValues } from '../../src/codegen/storedValues.js';
import { halfValue } from '../../src/float16.js';
import { multiply } from '../../src/matrix/csr.js';
import { createRandom } from '../../src/random.js';
import { compressed, rowAThread } from '../../src/seeds/chain.js';
import { scattered, small } from '../support/matrices.js';
import { kernelOf } from '../support/operators.js';

const slots = Int32Array.of(0, -1, 1, 2, 3, 4);
const withData = (...values: number[]) => ({ ...small, data: Float64Array.from(values) });

describe('storedValues', () => {
  it('are the bits of each 16-bit type, -0 for padding alone', () => {
    const data = [1.5, -0, -1e-60, 1 / 3, -2];
    expect(Array.from(storedValues(slots, data, 'f16'))).toEqual([0x3e00, 0x8000, 0, 0, 0x3555, 0xc000]);
    expect(Array.from(storedValues(slots, data, 'bf16'))).toEqual([0x3fc0, 0x8000, 0, 0, 0x3eab, 0xc000]);
  });

  it('keep subnormals, and make +0 of what rounds to zero', () => {
    const near = 2 ** -25 * (1 + 2 ** -30); // becomes 2^-25 in f32, and 0 from there, ties to even
    const data = [2 ** -24, -(2 ** -24), -(2 ** -25), -near, -3 * 2 ** -26];
    expect(Array.from(storedValues(slots, data, 'f16'))).toEqual([1, 0x8000, 0x8001, 0, 0, 0x8001]);
    const tiny = [2 ** -133, -(2 ** -133), -(2 ** -134), -(2 ** -140), -3 * 2 ** -135];
    expect(Array.from(storedValues(slots, tiny, 'bf16'))).toEqual([1, 0x8000, 0x8001, 0, 0, 0x8001]);
  });

  it('pass Inf and NaN on', () => {
    const infinite = [Infinity, -Infinity, Number.NaN, 0, 0];
    const [f16, bf16] = [storedValues(slots, infinite, 'f16'), storedValues(slots, infinite, 'bf16')];
    expect([halfValue(f16[0]), halfValue(f16[2]), halfValue(f16[3])]).toEqual([Infinity, -Infinity, Number.NaN]);
    expect([bfloatValue(bf16[0]), bfloatValue(bf16[2]), bfloatValue(bf16[3])]).toEqual([
      Infinity,
      -Infinity,
      Number.NaN,
    ]);
  });
});

describe('asStored', () => {
  it('rounds the values and tells the largest relative error', () => {
    expect(asStored(small, undefined)).toEqual({ matrix: small });
    // 1 + 2^-11 is halfway between two halves; the even one is below.
    const halfway = asStored(withData(1, 1 + 2 ** -11, 0, -0, 3, Infinity), 'f16');
    expect(Array.from(halfway.matrix.data)).toEqual([1, 1, 0, -0, 3, Infinity]);
    expect(halfway.storageError).toEqual({ storage: 'f16', relative: 2 ** -11 / (1 + 2 ** -11) });
    expect(asStored(withData(1, 2, 3, 4, 5, 6), 'bf16').storageError?.relative).toBe(0);
    expect(asStored(withData(1, 2, 3, 4, 5, 257), 'bf16').storageError?.relative).toBe(1 / 257);
    // A subnormal half has fewer digits, and what is below them is lost.
    expect(asStored(withData(1, 2, 3, 4, 5, 1.5 * 2 ** -24), 'f16').storageError?.relative).toBeCloseTo(1 / 3, 12);
    expect(asStored(withData(1, 2, 3, 4, 5, 1e-9), 'f16').storageError?.relative).toBe(1);
  });

  it.each(['f16', 'bf16'] as const)('bounds the difference of every row of a product in %s', (storage) => {
    const matrix = scattered({ rows: 50, cols: 40, entries: 600 }, createRandom(4));
    const { matrix: stored, storageError } = asStored(matrix, storage);
    const unit = storage === 'f16' ? 2 ** -11 : 2 ** -8;
    expect(storageError?.relative).toBeGreaterThan(unit / 2);
    // Magnitudes from about 2^-10 on, so all in the normal range of either type.
    const random = createRandom(5);
    const x = Float64Array.from({ length: 40 }, () => random.next() - 0.5);
    const [exact, got] = [multiply(matrix, x), multiply(stored, x)];
    const sizes = multiply({ ...matrix, data: matrix.data.map(Math.abs) as Float64Array }, x.map(Math.abs));
    for (let row = 0; row < 50; row++) {
      expect(Math.abs(got[row] - exact[row])).toBeLessThanOrEqual(storageError!.relative * sizes[row] * (1 + 1e-12));
    }
  });

  it('refuses values beyond f16, and beyond bf16', () => {
    expect(asStored(withData(1, 2, 65519, 4, 5, 6), 'f16').matrix.data[2]).toBe(65504);
    expect(() => asStored(withData(1, -70000, 3, 4, 5, 66000), 'f16')).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining('largest magnitude is 70000, and f16 ends at 65504'),
        hint: expect.stringContaining('bf16'),
      }),
    );
    expect(asStored(withData(1, -70000, 3, 4, 5, 3e38), 'bf16').matrix.data[1]).toBe(-70144);
    expect(() => asStored(withData(1, 2, 3, 4, 5, 1e39), 'bf16')).toThrow(/bf16 ends at 3\.38\d*e\+38/);
  });
});

describe('checkValues', () => {
  const dictionary = compressed(rowAThread(), { values: 'dictionary' });

  it('refuses what 16-bit storage cannot hold', () => {
    const kernel = kernelOf(rowAThread(), small, 'cuda', { valueStorage: 'f16' });
    expect(() => checkValues(kernel, [1, 2, 3, 4, 5, 6])).not.toThrow();
    expect(() => checkValues(kernel, [1, 2, 3, 4, 5, 1e5])).toThrow('largest magnitude is 100000');
  });

  it('takes values of one place in the dictionary that are equal once rounded', () => {
    const data = Float64Array.of(1, 1 + 2 ** -12, 2, 3, 1, 2);
    const kernel = kernelOf(dictionary, { ...small, data }, 'cuda', { valueStorage: 'f16' });
    expect(Array.from(kernel.valueClasses ?? [])).toEqual([0, 0, 1, 2, 0, 1]);
    expect(() => checkValues(kernel, [5, 5 - 2 ** -12, 6, 7, 5, 6])).not.toThrow();
    expect(() => checkValues(kernel, [5, 5.5, 6, 7, 5, 6])).toThrow('one value for entries 0 and 1');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from '../../src/matrix/scanner.js';

const parse = (text: string) =>
  readNumber({ file: 'test', bytes: new TextEncoder().encode(`${text}\n`), at: 0, line: 1 });

describe('readNumber', () => {
  it('rounds as the engine does, for doubles printed in full', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(parse(Object.is(value, -0) ? '-0' : String(value))).toBe(value);
      }),
      { numRuns: 3000 },
    );
  });

  it('rounds as the engine does, for any digits', () => {
    const digits = fc.stringMatching(/^[0-9]{1,34}$/);
    fc.assert(
      fc.property(digits, fc.nat(34), fc.integer({ min: -60, max: 60 }), (text, point, exponent) => {
        const number = `${text.slice(0, point)}.${text.slice(point)}e${exponent}`;
        expect(parse(number)).toBe(Number(number));
        expect(parse(`-${number}`)).toBe(-Number(number));
      }),
      { numRuns: 3000 },
    );
  });

  it('rounds exact ties to even, and what is a hair off a tie to its side', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }), (mantissa) => {
        for (const tail of ['', '.0000000000', '.0000000000001', '.00000000000000000000000001']) {
          const number = `${mantissa * 2n + 1n}${tail}`;
          expect(parse(number)).toBe(Number(number));
        }
      }),
    );
  });

  it.each([
    ['.5', 0.5],
    ['12.', 12],
    ['+3', 3],
    ['1.25D+02', 125],
    ['-5d-1', -0.5],
    ['1.234567890123456789D-05', Number('1.234567890123456789e-5')],
    ['1e400', Infinity],
    ['1e-400', 0],
    ['0e99999', 0],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each(['', '-', '.', 'e5', '1e', '1e+', '1.2.3', '0x10', '1_000', '--1', 'nano', '1,5'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(/does not hold a number/);
  });
});

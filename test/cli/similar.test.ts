import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../src/cli/similar.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['tune', 'tune', 0],
    ['tnue', 'tune', 1],
    ['tun', 'tune', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%s and %s: %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, and never more than the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('didYouMean', () => {
  it('names the nearest word, or nothing', () => {
    expect(didYouMean('buget', ['device', 'budget', 'target'])).toBe("; did you mean 'budget'?");
    expect(didYouMean('bmt_row_blok', ['BMT_ROW_BLOCK', 'BMW_ROW_BLOCK'])).toBe("; did you mean 'BMT_ROW_BLOCK'?");
    expect(didYouMean('nonsense', ['device', 'budget'])).toBe('');
    expect(didYouMean('x', [])).toBe('');
  });
});

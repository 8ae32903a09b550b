import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transposedSlots } from '../../src/matrix/csr.js';
import { generate } from '../../src/matrix/generators/index.js';
import { hasSymmetricPattern, mirrorSlots, sameValue } from '../../src/matrix/symmetry.js';
import { matrixOf, symmetrized } from '../support/matrices.js';
import { anyMatrix } from './helpers.js';

describe('mirrorSlots', () => {
  it('says where the mirror image of each entry lies', () => {
    const matrix = matrixOf([[0, 2], [], [0, 2]], 3);
    expect(hasSymmetricPattern(matrix)).toBe(true);
    expect(mirrorSlots(matrix)).toBeUndefined();
    expect(mirrorSlots({ ...matrix, data: Float64Array.of(1, 7, 7, 4) })).toEqual(Int32Array.of(0, 2, 1, 3));
  });

  it('compares exactly: one bit is a difference, NaN is none, nor is the sign of zero', () => {
    const pair = (a: number, b: number) => mirrorSlots({ ...matrixOf([[1], [0]], 2), data: Float64Array.of(a, b) });
    expect(pair(1, 1 + 2 ** -52)).toBeUndefined();
    expect(pair(Number.NaN, Number.NaN)).toEqual(Int32Array.of(1, 0));
    expect(pair(0, -0)).toEqual(Int32Array.of(1, 0));
    expect(sameValue(1, Number.NaN)).toBe(false);
  });

  it('agrees with the transpose on any matrix', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        if (matrix.rows === matrix.cols) {
          const symmetric = symmetrized(matrix);
          const mirrors = mirrorSlots(symmetric);
          expect(mirrors && Array.from(mirrors)).toEqual(Array.from(transposedSlots(symmetric)));
        } else expect(mirrorSlots(matrix)).toBeUndefined();
      }),
    );
  });

  it('is found once for each matrix', () => {
    const matrix = symmetrized(generate('gen:stencil5:5'));
    expect(mirrorSlots(matrix)).toBe(mirrorSlots(matrix));
    expect(mirrorSlots({ ...matrix })).not.toBe(mirrorSlots(matrix));
  });
});

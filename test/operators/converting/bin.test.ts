import { describe, expect, it } from 'vitest';
import { op, rowAThread } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

/** Row lengths 2 5 1 3 0 4. */
const mixed = matrixOf([[0, 1], [0, 1, 2, 3, 4], [5], [0, 1, 2], [], [2, 3, 4, 5]], 6);
const order = (base: number) => Array.from(leafOf([op('BIN', { base })], mixed).originRows);

describe('BIN', () => {
  it('gathers rows of a bin, longest bin first, in their order within it', () => {
    expect(rowsOf(leafOf([op('BIN')]))).toEqual(['1: 0 1 3', '3: 1 2', '0: 0', '2:']);
    // Bins {4..7} = 1 5, {2 3} = 0 3, {1} = 2, {0} = 4.
    expect(order(2)).toEqual([1, 5, 0, 3, 2, 4]);
    // Bins {4..15} = 1 5, {1..3} = 0 2 3, {0} = 4.
    expect(order(4)).toEqual([1, 5, 0, 2, 3, 4]);
  });

  it('comes before COMPRESS', () => {
    expect(refusalOf([op('COMPRESS'), op('BIN')])).toMatch('compressed already');
  });

  golden('bin', [op('BIN'), ...rowAThread()]);
});

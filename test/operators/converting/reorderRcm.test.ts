import { describe, expect, it } from 'vitest';
import { divide, op, paddedSlices } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const rcm = op('REORDER_RCM');
/** The path 1 - 2 - 0 - 3, with the diagonal. */
const path = matrixOf(
  [
    [0, 2, 3],
    [1, 2],
    [0, 1, 2],
    [0, 3],
  ],
  4,
);

describe('REORDER_RCM', () => {
  it('makes neighbours of the graph neighbours in the order; columns and their numbers stay', () => {
    const leaf = leafOf([rcm], path);
    expect(rowsOf(leaf)).toEqual(['1: 1 2', '2: 0 1 2', '0: 0 2 3', '3: 0 3']);
    expect(Array.from(leaf.nonZeros.slots)).toEqual([3, 4, 5, 6, 7, 0, 1, 2, 8, 9]);
  });

  it('orders a part of the rows as the whole would be', () => {
    const rows = leafOf([op('SORT'), rcm], path);
    expect(rowsOf(rows)).toEqual(rowsOf(leafOf([rcm], path)));
    const parts = divide('ROW_DIV', { by: 'parts' }, [rcm], [rcm]);
    expect(rowsOf(leafOf([parts], path))).toEqual(['1: 1 2', '0: 0 2 3']);
  });

  it('comes before COMPRESS, and needs a square matrix', () => {
    expect(refusalOf([op('COMPRESS'), rcm])).toMatch('compressed already');
    expect(refusalOf([rcm], matrixOf([[0], [2]], 3))).toBe(
      'the matrix has 2 rows and 3 columns: only a square one is a graph',
    );
  });

  golden('reorderRcm', [rcm, ...paddedSlices(8)]);
});

import { describe, expect, it } from 'vitest';
import { op, streamedRows } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const rows = matrixOf([[3], [0, 1], [2, 3], [0]], 4);

describe('REORDER_SIMILAR', () => {
  it('puts rows that begin in the same unit of columns next to each other', () => {
    expect(rowsOf(leafOf([op('REORDER_SIMILAR', { width: 2 })], rows))).toEqual(['1: 0 1', '3: 0', '0: 3', '2: 2 3']);
    expect(rowsOf(leafOf([op('REORDER_SIMILAR', { width: 1 })], rows))).toEqual(['1: 0 1', '3: 0', '2: 2 3', '0: 3']);
  });

  it('by hash keeps rows of equal sets together', () => {
    const twice = matrixOf([[0, 9], [5], [0, 9], [5], [0, 9]], 10);
    const order = rowsOf(leafOf([op('REORDER_SIMILAR', { by: 'hash', width: 1 })], twice)).join(' ');
    expect(order).toMatch(/0: 0 9 2: 0 9 4: 0 9/);
    expect(order).toMatch(/1: 5 3: 5/);
  });

  it('comes before COMPRESS, with a width of 1 or more', () => {
    expect(refusalOf([op('COMPRESS'), op('REORDER_SIMILAR')])).toMatch('compressed already');
    expect(refusalOf([op('REORDER_SIMILAR', { width: 0 })])).toMatch('width = 0');
  });

  golden('reorderSimilar', [op('REORDER_SIMILAR'), ...streamedRows(64)]);
});

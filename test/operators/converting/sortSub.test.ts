import { describe, expect, it } from 'vitest';
import { op, paddedSlices } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

describe('SORT_SUB', () => {
  it('orders rows within windows only', () => {
    expect(rowsOf(leafOf([op('SORT_SUB', { window: 2 })]))).toEqual(['1: 0 1 3', '0: 0', '3: 1 2', '2:']);
    expect(rowsOf(leafOf([op('SORT_SUB', { window: 3 })]))).toEqual(['1: 0 1 3', '0: 0', '2:', '3: 1 2']);
  });

  it('comes before COMPRESS, with a window of 2 rows or more', () => {
    expect(refusalOf([op('COMPRESS'), op('SORT_SUB')])).toMatch('compressed already');
    expect(refusalOf([op('SORT_SUB', { window: 1 })])).toMatch('window = 1');
  });

  golden('sortSub', [op('SORT_SUB', { window: 8 }), ...paddedSlices(4)]);
});

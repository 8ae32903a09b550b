import { describe, expect, it } from 'vitest';
import { jaggedSlices, op } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

describe('SORT', () => {
  it('orders rows by decreasing length, equal lengths in their order', () => {
    expect(rowsOf(leafOf([op('SORT')]))).toEqual(['1: 0 1 3', '3: 1 2', '0: 0', '2:']);
    expect(Array.from(leafOf([op('SORT')]).nonZeros.slots)).toEqual([1, 2, 3, 4, 5, 0]);
  });

  it('comes before COMPRESS', () => {
    expect(refusalOf([op('COMPRESS'), op('SORT')])).toMatch('compressed already');
  });

  golden('sort', [op('SORT'), ...jaggedSlices(8)]);
});

import { describe, expect, it } from 'vitest';
import { op, rowAWarp } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

describe('BMW_ROW_BLOCK', () => {
  it('cuts equally many rows from each parent', () => {
    expect(blocksOf(leafOf([op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 3 })]), 'bmw')).toEqual([
      '0,1,2: 0 1 2 3',
      '3: 4 5',
    ]);
    const nested = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 3 }), op('BMW_ROW_BLOCK', { rows: 2 })];
    expect(blocksOf(leafOf(nested), 'bmw')).toEqual(['0,1: 0 1 2 3', '2: |', '3: 4 5 |']);
  });

  it('cuts as many rows as fit into a number of entries', () => {
    const cut = (rows: number) =>
      blocksOf(leafOf([op('COMPRESS'), op('BMW_ROW_BLOCK', { by: 'entries', rows })]), 'bmw');
    expect(cut(4)).toEqual(['0,1,2: 0 1 2 3', '3: 4 5']);
    expect(cut(2)).toEqual(['0: 0', '1: 1 2 3', '2,3: 4 5']);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMW_ROW_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMW_ROW_BLOCK'), op('BMW_ROW_BLOCK')])).toMatch('BMW blocks exist already');
  });

  golden('bmwRowBlock', rowAWarp(8));
});

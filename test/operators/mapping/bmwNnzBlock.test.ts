import { describe, expect, it } from 'vitest';
import { balancedTiles, op } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

describe('BMW_NNZ_BLOCK', () => {
  it('cuts each parent by entries; parents do not share a block', () => {
    const cut = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 }), op('BMW_NNZ_BLOCK', { size: 3 })];
    expect(blocksOf(leafOf(cut), 'bmw')).toEqual(['0,1: 0 1 2', '1: 3 |', '3: 4 5 |']);
    expect(blocksOf(leafOf([op('COMPRESS'), op('BMW_NNZ_BLOCK', { size: 2, rowCost: 1 })]), 'bmw')).toEqual([
      '0: 0',
      '1: 1 2',
      '1: 3',
      '3: 4 5',
    ]);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMW_NNZ_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMW_NNZ_BLOCK')])).toMatch('BMT blocks exist already');
  });

  golden('bmwNnzBlock', balancedTiles(2));
});

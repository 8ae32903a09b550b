import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

describe('SORT_BMTB', () => {
  it('orders rows within their block only', () => {
    const leaf = leafOf([op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 }), op('SORT_BMTB')]);
    expect(rowsOf(leaf)).toEqual(['1: 0 1 3', '0: 0', '3: 1 2', '2:']);
    expect(blocksOf(leaf, 'bmtb')).toEqual(['0,1: 1 2 3 0', '2,3: 4 5']);
  });

  it('leaves empty rows between blocks where they are', () => {
    const gaps = matrixOf([[], [0], [0, 1], [], [2], [0, 1]], 3);
    const leaf = leafOf([op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 3 }), op('SORT_BMTB')], gaps);
    expect(rowsOf(leaf)).toEqual(['0:', '2: 0 1', '1: 0', '3:', '5: 0 1', '4: 2']);
  });

  it('needs BMTBs of whole rows as the finest blocks', () => {
    expect(refusalOf([op('COMPRESS'), op('SORT_BMTB')])).toBe('the finest blocks must be BMTB blocks');
    const split = [op('COMPRESS'), op('BMTB_COL_BLOCK', { width: 2 }), op('SORT_BMTB')];
    expect(refusalOf(split)).toBe('a BMTB must hold whole rows');
  });

  golden('sortBmtb', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 8 }),
    op('SORT_BMTB'),
    op('BMT_ROW_BLOCK'),
    op('INTERLEAVED_STORAGE'),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

const cut = (params: object) => blocksOf(leafOf([op('COMPRESS'), op('BMTB_NNZ_BLOCK', { ...params })]), 'bmtb');

describe('BMTB_NNZ_BLOCK', () => {
  it('cuts equally many entries; a block touches the rows of its entries only', () => {
    expect(cut({ size: 2 })).toEqual(['0,1: 0 1', '1: 2 3', '3: 4 5']);
    expect(cut({ size: 5 })).toEqual(['0,1,2,3: 0 1 2 3 4', '3: 5']);
  });

  it('counts row starts as entries with rowCost 1', () => {
    // Entry 0, the start of row 1, entries 1 and 2; then entry 3, the starts of rows 2 and 3, entry 4; then entry 5.
    expect(cut({ size: 4, rowCost: 1 })).toEqual(['0,1: 0 1 2', '1,2,3: 3 4', '3: 5']);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMTB_NNZ_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMTB_NNZ_BLOCK')])).toMatch('BMT blocks exist already');
  });

  golden('bmtbNnzBlock', [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMTB_NNZ_BLOCK', { size: 20 }),
    op('BMT_COL_BLOCK', { by: 'width', size: 3 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    op('GMEM_ATOM_RED'),
  ]);
});

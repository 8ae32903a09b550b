import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

describe('BMW_COL_BLOCK', () => {
  it('cuts each row of a parent into chunks, also where the parent holds a part of the row', () => {
    const leaf = leafOf([op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 3 }), op('BMW_COL_BLOCK', { width: 1 })]);
    expect(blocksOf(leaf, 'bmw')).toEqual(['0: 0', '1: 1', '1: 2 |', '1: 3', '2:', '3: 4', '3: 5 |']);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMW_COL_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMW_COL_BLOCK')])).toMatch('BMT blocks exist already');
  });

  golden('bmwColBlock', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 1 }),
    op('BMW_COL_BLOCK', { width: 4 }),
    op('BMT_COL_BLOCK', { size: 4 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    op('SHMEM_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

const cut = (params: object) => blocksOf(leafOf([op('COMPRESS'), op('BMTB_ROW_BLOCK', { ...params })]), 'bmtb');

describe('BMTB_ROW_BLOCK', () => {
  it('cuts equally many rows', () => {
    expect(cut({ size: 2 })).toEqual(['0,1: 0 1 2 3', '2,3: 4 5']);
    expect(cut({ size: 3 })).toEqual(['0,1,2: 0 1 2 3', '3: 4 5']);
  });

  it('cuts as many rows as fit into a number of entries; a longer row stands alone', () => {
    expect(cut({ by: 'entries', size: 4 })).toEqual(['0,1,2: 0 1 2 3', '3: 4 5']);
    expect(cut({ by: 'entries', size: 2 })).toEqual(['0: 0', '1: 1 2 3', '2,3: 4 5']);
    expect(cut({ by: 'entries', size: 9, mostRows: 2 })).toEqual(['0,1: 0 1 2 3', '2,3: 4 5']);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMTB_ROW_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMW_ROW_BLOCK'), op('BMTB_ROW_BLOCK')])).toMatch('BMW blocks exist already');
    expect(refusalOf([op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMTB_ROW_BLOCK')])).toMatch('BMTB blocks exist');
  });

  golden('bmtbRowBlock', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { by: 'entries', size: 16 }),
    op('BMT_NNZ_BLOCK', { size: 1 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    op('GMEM_STORE'),
  ]);
});

import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

describe('BMTB_COL_BLOCK', () => {
  it('cuts each row by itself; an empty row keeps one empty block', () => {
    const leaf = leafOf([op('COMPRESS'), op('BMTB_COL_BLOCK', { width: 2 })]);
    expect(blocksOf(leaf, 'bmtb')).toEqual(['0: 0', '1: 1 2', '1: 3', '2:', '3: 4 5']);
  });

  it('comes after COMPRESS and before finer blocks', () => {
    expect(refusalOf([op('BMTB_COL_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMTB_COL_BLOCK')])).toMatch('BMT blocks exist already');
  });

  golden('bmtbColBlock', [
    op('COMPRESS'),
    op('BMTB_COL_BLOCK', { width: 4 }),
    op('BMT_COL_BLOCK', { size: 2 }),
    op('INTERLEAVED_STORAGE'),
    op('SET_RESOURCES', { threads: 64 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_TOTAL_RED'),
    op('GMEM_ATOM_RED'),
  ]);
});

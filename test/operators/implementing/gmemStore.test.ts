import { describe, expect, it } from 'vitest';
import { op, rowAThread } from '../../../src/seeds/chain.js';
import { golden, irregular, kernelOf, leafOf, refusalOf } from '../../support/operators.js';

describe('GMEM_STORE', () => {
  it('stores to rows of one owner', () => {
    expect(leafOf(rowAThread()).reduction).toEqual({ thread: 'total', global: 'store' });
    expect(kernelOf(rowAThread(), irregular)).toMatchObject({ clearsY: false, deterministic: true });
  });

  it('refuses rows with several sums, and comes once', () => {
    const shared = [op('COMPRESS'), op('BMT_NNZ_BLOCK', { size: 1 }), op('THREAD_TOTAL_RED'), op('GMEM_STORE')];
    expect(refusalOf(shared)).toBe('row 1 gets 3 sums: share it by GMEM_ATOM_RED or reduce further');
    expect(refusalOf([...rowAThread(), op('GMEM_STORE')])).toMatch('the global reduction is set already');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('GMEM_STORE')])).toBe('the thread reduction comes first');
  });

  golden('gmemStore', [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMTB_ROW_BLOCK', { size: 4 }),
    op('BMW_ROW_BLOCK', { rows: 1 }),
    op('BMT_COL_BLOCK', { size: 4 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    op('GMEM_STORE'),
  ]);
});

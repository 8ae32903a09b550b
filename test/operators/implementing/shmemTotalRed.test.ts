import { describe, expect, it } from 'vitest';
import { op, rowABlock } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const blocks = (size: number) => [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size }), op('BMT_COL_BLOCK', { size: 2 })];
const dropped = op('COMPRESS', { emptyRows: 'drop' });

describe('SHMEM_TOTAL_RED', () => {
  it('sets the block reduction', () => {
    const leaf = leafOf([...blocks(1), op('THREAD_TOTAL_RED'), op('SHMEM_TOTAL_RED')]);
    expect(leaf.reduction).toEqual({ thread: 'total', block: 'total' });
  });

  it('needs BMTBs of one row whose threads or warps hold one sum each', () => {
    expect(refusalOf([...blocks(1), op('SHMEM_TOTAL_RED')])).toBe('the thread reduction comes first');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('THREAD_TOTAL_RED'), op('SHMEM_TOTAL_RED')])).toBe(
      'the matrix is not cut into BMTB blocks',
    );
    expect(refusalOf([...blocks(3), op('THREAD_TOTAL_RED'), op('SHMEM_TOTAL_RED')])).toBe(
      'BMTB 0 touches rows 0 to 2: one row a block is needed',
    );
    const bits = [dropped, op('BMTB_ROW_BLOCK', { size: 1 }), op('BMT_NNZ_BLOCK'), op('THREAD_BITMAP_RED')];
    expect(refusalOf([...bits, op('SHMEM_TOTAL_RED')])).toBe('threads must hold one sum each: use THREAD_TOTAL_RED');
    const warps = [op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMW_ROW_BLOCK'), op('BMT_COL_BLOCK', { size: 2 })];
    const segments = [...warps, op('THREAD_TOTAL_RED'), op('WARP_SEG_RED'), op('SHMEM_TOTAL_RED')];
    expect(refusalOf(segments)).toBe('warps must hold one sum each');
  });

  golden('shmemTotalRed', rowABlock(64));
});

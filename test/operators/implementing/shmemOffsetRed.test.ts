import { describe, expect, it } from 'vitest';
import { op, streamedRows } from '../../../src/seeds/chain.js';
import { arraysOf } from '../../support/arrays.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMT_NNZ_BLOCK', { size: 1 }), op('THREAD_TOTAL_RED')];

describe('SHMEM_OFFSET_RED', () => {
  it('adds up between the offsets of each row', () => {
    const chain = [...blocks, op('SHMEM_OFFSET_RED')];
    expect(leafOf(chain).reduction).toEqual({ thread: 'total', block: 'offset' });
    const arrays = arraysOf([...chain, op('SET_RESOURCES'), op('GMEM_STORE')]);
    expect(arrays.rowPartialOffsets).toEqual([0, 1, 4, 4, 6]);
  });

  it('needs BMTBs whose threads or warps hold one sum each, and not too many', () => {
    expect(refusalOf([...blocks.slice(0, 3), op('SHMEM_OFFSET_RED')])).toBe('the thread reduction comes first');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('THREAD_TOTAL_RED'), op('SHMEM_OFFSET_RED')])).toBe(
      'the matrix is not cut into BMTB blocks',
    );
    const dropped = [op('COMPRESS', { emptyRows: 'drop' }), op('BMTB_ROW_BLOCK'), op('BMT_NNZ_BLOCK')];
    expect(refusalOf([...dropped, op('THREAD_BITMAP_RED'), op('SHMEM_OFFSET_RED')])).toBe(
      'threads must hold one sum each: use THREAD_TOTAL_RED',
    );
    const warps = [op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMW_ROW_BLOCK'), op('BMT_COL_BLOCK', { size: 2 })];
    expect(refusalOf([...warps, op('THREAD_TOTAL_RED'), op('WARP_SEG_RED'), op('SHMEM_OFFSET_RED')])).toBe(
      'warps must hold one sum each',
    );
    const long = matrixOf([Array.from({ length: 5000 }, (_, column) => column)], 5000);
    expect(refusalOf([...blocks, op('SHMEM_OFFSET_RED')], long)).toBe(
      'a block would hold 5000 partial sums; the bound is 4096',
    );
  });

  golden('shmemOffsetRed', streamedRows(64));
});

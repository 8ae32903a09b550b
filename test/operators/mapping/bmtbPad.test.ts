import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 })];

describe('BMTB_PAD', () => {
  it('pads each block to a multiple, in its last row, with the column before', () => {
    const leaf = leafOf([...blocks, op('BMTB_PAD', { multiple: 3 })]);
    expect(blocksOf(leaf, 'bmtb')).toEqual(['0,1: 0 1 2 3 _ _', '2,3: 4 5 _']);
    expect(rowsOf(leaf)).toEqual(['0: 0', '1: 0 1 3 [3] [3]', '2:', '3: 1 2 [2]']);
    expect(leaf.nnz).toBe(6);
  });

  it('needs BMTBs as the finest blocks, and padding within the bound', () => {
    expect(refusalOf([op('COMPRESS'), op('BMTB_PAD')])).toBe('the finest blocks must be BMTB blocks');
    expect(refusalOf([...blocks, op('BMT_ROW_BLOCK'), op('BMTB_PAD')])).toBe('the finest blocks must be BMTB blocks');
    const many = matrixOf(
      Array.from({ length: 100 }, () => [0]),
      1,
    );
    const single = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 1 }), op('BMTB_PAD', { multiple: 4096 })];
    expect(refusalOf(single, many)).toBe('padding would store 409600 entries for 100 non-zeros; the bound is 67136');
  });

  golden('bmtbPad', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 8 }),
    op('BMTB_PAD', { multiple: 8 }),
    op('BMT_COL_BLOCK', { by: 'width', size: 4 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    op('GMEM_STORE'),
  ]);
});

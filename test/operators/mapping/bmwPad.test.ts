import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

const warps = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 3 }), op('BMW_ROW_BLOCK', { rows: 2 })];

describe('BMW_PAD', () => {
  it('pads each warp to a multiple and moves the blocks around it along', () => {
    const leaf = leafOf([...warps, op('BMW_PAD', { multiple: 4 })]);
    expect(blocksOf(leaf, 'bmw')).toEqual(['0,1: 0 1 2 3', '2: |', '3: 4 5 _ _ |']);
    const wider = leafOf([...warps, op('BMW_PAD', { multiple: 5 })]);
    expect(blocksOf(wider, 'bmtb')).toEqual(['0,1,2: 0 1 2 3 _', '3: 4 5 _ _ _']);
  });

  it('needs BMWs as the finest blocks, and padding within the bound', () => {
    expect(refusalOf([op('COMPRESS'), op('BMW_PAD')])).toBe('the finest blocks must be BMW blocks');
    expect(refusalOf([...warps, op('BMT_ROW_BLOCK'), op('BMW_PAD')])).toBe('the finest blocks must be BMW blocks');
    const many = matrixOf(
      Array.from({ length: 100 }, () => [0]),
      1,
    );
    const single = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 1 }), op('BMW_PAD', { multiple: 4096 })];
    expect(refusalOf(single, many)).toMatch('padding would store 409600 entries');
  });

  golden('bmwPad', [
    op('COMPRESS'),
    op('BMW_NNZ_BLOCK', { size: 32 }),
    op('BMW_PAD'),
    op('BMT_COL_BLOCK', { by: 'width', size: 2 }),
    op('SET_RESOURCES', { threads: 64 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_SEG_RED'),
    op('GMEM_ATOM_RED'),
  ]);
});

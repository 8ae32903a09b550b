import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

const cut = (params: object) => blocksOf(leafOf([op('COMPRESS'), op('BMT_NNZ_BLOCK', { ...params })]), 'bmt');

describe('BMT_NNZ_BLOCK', () => {
  it('cuts equally many entries wherever rows begin', () => {
    expect(cut({ size: 1 })).toEqual(['0: 0', '1: 1', '1: 2', '1: 3', '3: 4', '3: 5']);
    expect(cut({ size: 4 })).toEqual(['0,1: 0 1 2 3', '3: 4 5']);
  });

  it('counts row starts as entries with rowCost 1', () => {
    expect(cut({ size: 3, rowCost: 1 })).toEqual(['0,1: 0 1', '1: 2 3', '3: 4 5']);
  });

  it('comes after COMPRESS, once, with at most 32 threads a warp', () => {
    expect(refusalOf([op('BMT_NNZ_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMT_NNZ_BLOCK')])).toMatch('BMT blocks exist already');
    const row = matrixOf([Array.from({ length: 40 }, (_, column) => column)], 40);
    const warps = [op('COMPRESS'), op('BMW_NNZ_BLOCK', { size: 64 }), op('BMT_NNZ_BLOCK', { size: 1 })];
    expect(refusalOf(warps, row)).toBe('BMW 0 would hold 40 BMTs; a warp has 32 threads');
  });

  golden('bmtNnzBlock', [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMT_NNZ_BLOCK', { size: 8, rowCost: 1 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_BITMAP_RED'),
    op('GMEM_ATOM_RED'),
  ]);
});

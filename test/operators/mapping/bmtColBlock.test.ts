import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

/** One row of seven entries. */
const row = matrixOf([[0, 1, 2, 3, 4, 5, 6]], 7);
const cut = (params: object, matrix = row) =>
  blocksOf(leafOf([op('COMPRESS'), op('BMT_COL_BLOCK', { ...params })], matrix), 'bmt');

describe('BMT_COL_BLOCK', () => {
  it('deals entries out in turn, singly or in groups', () => {
    expect(cut({ size: 3 })).toEqual(['0: 0 3 6', '0: 1 4', '0: 2 5']);
    expect(cut({ size: 2, group: 2 })).toEqual(['0: 0 1 4 5', '0: 2 3 6']);
    expect(cut({ size: 4, group: 2 })).toEqual(['0: 0 1', '0: 2 3', '0: 4 5', '0: 6']);
  });

  it('gives every row equally many threads when it deals', () => {
    expect(cut({ size: 2 }, undefined)).toHaveLength(2);
    const two = matrixOf([[0], []], 1);
    expect(cut({ size: 2 }, two)).toEqual(['0: 0', '0:', '1:', '1:']);
  });

  it('cuts chunks of equal width', () => {
    expect(cut({ by: 'width', size: 3 })).toEqual(['0: 0 1 2', '0: 3 4 5', '0: 6']);
  });

  it('deals each piece of a row by itself where parents share the row', () => {
    const leaf = leafOf([op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 4 }), op('BMT_COL_BLOCK', { size: 2 })], row);
    expect(blocksOf(leaf, 'bmt')).toEqual(['0: 0 2', '0: 1 3 |', '0: 4 6', '0: 5 |']);
  });

  it('comes after COMPRESS, once, with at most 32 threads a warp', () => {
    expect(refusalOf([op('BMT_COL_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMT_COL_BLOCK')])).toMatch('BMT blocks exist already');
    const warps = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 4 }), op('BMT_COL_BLOCK', { size: 16 })];
    expect(refusalOf(warps)).toBe('BMW 0 would hold 64 BMTs; a warp has 32 threads');
  });

  golden('bmtColBlock', [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: 2 }),
    op('BMT_COL_BLOCK', { size: 4, group: 2 }),
    op('SET_RESOURCES', { threads: 64 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_SEG_RED'),
    op('GMEM_STORE'),
  ]);
});

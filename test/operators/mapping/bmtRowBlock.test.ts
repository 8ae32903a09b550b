import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf } from '../../support/operators.js';

describe('BMT_ROW_BLOCK', () => {
  it('gives each thread equally many rows', () => {
    expect(blocksOf(leafOf([op('COMPRESS'), op('BMT_ROW_BLOCK')]), 'bmt')).toEqual([
      '0: 0',
      '1: 1 2 3',
      '2:',
      '3: 4 5',
    ]);
    expect(blocksOf(leafOf([op('COMPRESS'), op('BMT_ROW_BLOCK', { rows: 3 })]), 'bmt')).toEqual([
      '0,1,2: 0 1 2 3',
      '3: 4 5',
    ]);
  });

  it('comes after COMPRESS, once, with at most 32 threads a warp', () => {
    expect(refusalOf([op('BMT_ROW_BLOCK')])).toBe('mapping operators come after COMPRESS');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMT_ROW_BLOCK')])).toMatch('BMT blocks exist already');
    const tall = matrixOf(
      Array.from({ length: 40 }, () => [0]),
      1,
    );
    const warps = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 40 }), op('BMT_ROW_BLOCK')];
    expect(refusalOf(warps, tall)).toBe('BMW 0 would hold 40 BMTs; a warp has 32 threads');
  });

  golden('bmtRowBlock', [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMT_ROW_BLOCK', { rows: 2 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_BITMAP_RED'),
    op('GMEM_STORE'),
  ]);
});

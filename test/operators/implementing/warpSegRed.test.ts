import { describe, expect, it } from 'vitest';
import { entryAThread, op } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const warps = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 2 }), op('BMT_COL_BLOCK', { size: 2 })];

describe('WARP_SEG_RED', () => {
  it('sets the warp reduction over threads of many rows, total or bitmap', () => {
    const leaf = leafOf([...warps, op('THREAD_TOTAL_RED'), op('WARP_SEG_RED')]);
    expect(leaf.reduction).toEqual({ thread: 'total', warp: 'segmented' });
    const tiles = [op('COMPRESS', { emptyRows: 'drop' }), op('BMW_NNZ_BLOCK'), op('BMT_NNZ_BLOCK')];
    expect(leafOf([...tiles, op('THREAD_BITMAP_RED'), op('WARP_SEG_RED')]).reduction).toEqual({
      thread: 'bitmap',
      warp: 'segmented',
    });
  });

  it('needs BMWs and comes after the thread reduction', () => {
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('THREAD_TOTAL_RED'), op('WARP_SEG_RED')])).toBe(
      'the matrix is not cut into BMW blocks',
    );
    expect(refusalOf([...warps, op('WARP_SEG_RED')])).toBe('the thread reduction comes first');
  });

  golden('warpSegRed', entryAThread());
});

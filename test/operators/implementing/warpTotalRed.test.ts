import { describe, expect, it } from 'vitest';
import { op, rowAWarp } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const warps = (rows: number) => [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows }), op('BMT_COL_BLOCK', { size: 2 })];

describe('WARP_TOTAL_RED', () => {
  it('sets the warp reduction', () => {
    const leaf = leafOf([...warps(1), op('THREAD_TOTAL_RED'), op('WARP_TOTAL_RED')]);
    expect(leaf.reduction).toEqual({ thread: 'total', warp: 'total' });
  });

  it('needs BMWs of one row whose threads hold one sum each', () => {
    expect(refusalOf([...warps(1), op('WARP_TOTAL_RED')])).toBe('the thread reduction comes first');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('THREAD_TOTAL_RED'), op('WARP_TOTAL_RED')])).toBe(
      'the matrix is not cut into BMW blocks',
    );
    expect(refusalOf([...warps(2), op('THREAD_TOTAL_RED'), op('WARP_TOTAL_RED')])).toBe(
      'BMW 0 touches rows 0 to 1: one row a block is needed',
    );
    const bits = [op('COMPRESS', { emptyRows: 'drop' }), op('BMW_ROW_BLOCK', { rows: 1 }), op('BMT_ROW_BLOCK')];
    expect(refusalOf([...bits, op('THREAD_BITMAP_RED'), op('WARP_TOTAL_RED')])).toBe(
      'lanes must hold one sum each: use THREAD_TOTAL_RED',
    );
    expect(refusalOf([...warps(1), op('THREAD_TOTAL_RED'), op('WARP_TOTAL_RED'), op('WARP_TOTAL_RED')])).toMatch(
      'the warp reduction is set already',
    );
  });

  golden('warpTotalRed', rowAWarp(2));
});

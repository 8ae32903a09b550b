import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { arraysOf } from '../../support/arrays.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const chain = [
  op('COMPRESS', { emptyRows: 'drop' }),
  op('BMW_NNZ_BLOCK', { size: 32 }),
  op('BMT_NNZ_BLOCK', { size: 1 }),
  op('THREAD_TOTAL_RED'),
];

describe('WARP_BITMAP_RED', () => {
  it('marks the lanes at which rows begin', () => {
    expect(leafOf([...chain, op('WARP_BITMAP_RED')]).reduction).toEqual({ thread: 'total', warp: 'bitmap' });
    // Rows of the lanes: 0 1 1 1 3 3.
    const all = [...chain, op('WARP_BITMAP_RED'), op('SET_RESOURCES'), op('GMEM_STORE')];
    expect(arraysOf(all).bmwBitmap).toEqual([0b010011]);
  });

  it('needs BMWs whose threads hold one sum each and skip no row', () => {
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('THREAD_TOTAL_RED'), op('WARP_BITMAP_RED')])).toBe(
      'the matrix is not cut into BMW blocks',
    );
    const bits = [...chain.slice(0, 3), op('THREAD_BITMAP_RED'), op('WARP_BITMAP_RED')];
    expect(refusalOf(bits)).toBe('lanes must hold one sum each: use THREAD_TOTAL_RED');
    expect(refusalOf([op('COMPRESS'), ...chain.slice(1), op('WARP_BITMAP_RED')])).toBe(
      'row position 2 has no lane in BMW 0: COMPRESS with emptyRows = drop',
    );
    expect(refusalOf([...chain.slice(0, 3), op('WARP_BITMAP_RED')])).toBe('the thread reduction comes first');
  });

  it('counts rows from the first lane, before which a warp may have empty rows', () => {
    const gap = matrixOf([[], [0], [0, 1]], 2);
    const rows = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 3 }), ...chain.slice(2), op('WARP_BITMAP_RED')];
    expect(arraysOf([...rows, op('SET_RESOURCES'), op('GMEM_STORE')], gap).bmwFirstRow).toEqual([1]);
  });

  it('lets rows be skipped between warps', () => {
    const gap = matrixOf([[0], [], [0]], 1);
    const single = [op('COMPRESS'), op('BMW_NNZ_BLOCK', { size: 1 }), ...chain.slice(2), op('WARP_BITMAP_RED')];
    expect(refusalOf(single, gap)).toBeUndefined();
  });

  golden('warpBitmapRed', [...chain, op('WARP_BITMAP_RED'), op('SET_RESOURCES', { threads: 64 }), op('GMEM_ATOM_RED')]);
});

import { describe, expect, it } from 'vitest';
import { applyGraph } from '../../../src/graph/apply.js';
import { divide, op } from '../../../src/seeds/chain.js';
import { small } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const tile = op('COL_TILE', { width: 2 });

describe('COL_TILE', () => {
  it('stacks the pieces of rows, tile after tile, without empty ones', () => {
    const leaf = leafOf([tile]);
    expect(rowsOf(leaf)).toEqual(['0: 0', '1: 0 1', '3: 1', '1: 3', '3: 2']);
    expect(Array.from(leaf.nonZeros.slots)).toEqual([0, 1, 2, 4, 3, 5]);
    expect(Array.from(leaf.tiles ?? [])).toEqual([0, 3, 5]);
  });

  it('lets no block span two tiles', () => {
    expect(blocksOf(leafOf([tile, op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 3 })]), 'bmtb')).toEqual([
      '0,1: 0 1 2',
      '2: 4',
      '3,4: 3 5',
    ]);
    expect(blocksOf(leafOf([tile, op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 4 })]), 'bmw')).toEqual([
      '0,1,2: 0 1 2 4',
      '3,4: 3 5',
    ]);
  });

  it('makes rows that stand in several tiles shared ones', () => {
    const chain = (end: string) => [
      tile,
      op('COMPRESS'),
      op('BMT_ROW_BLOCK'),
      op('SET_RESOURCES'),
      op('THREAD_TOTAL_RED'),
      op(end),
    ];
    expect(refusalOf(chain('GMEM_STORE'))).toBe('row 1 gets 2 sums: share it by GMEM_ATOM_RED or reduce further');
    expect(applyGraph(chain('GMEM_ATOM_RED'), small)).toHaveProperty('leaves');
  });

  it('comes before COMPRESS and before padding, is the last to convert, and needs more than one tile', () => {
    expect(refusalOf([op('COMPRESS'), tile])).toMatch('compressed already');
    expect(refusalOf([tile, op('SORT')])).toBe('columns are tiled already, and only COMPRESS may follow that');
    expect(refusalOf([op('COL_TILE', { width: 4 })])).toBe('all 4 columns fit into one tile');
    expect(refusalOf([divide('DIA_DECOMP', {}, [tile], [])])).toMatch('padded already');
  });

  golden('colTile', [
    op('COL_TILE', { width: 16 }),
    op('COMPRESS'),
    op('BMW_NNZ_BLOCK', { size: 32 }),
    op('BMT_NNZ_BLOCK', { size: 1 }),
    op('SET_RESOURCES', { threads: 64 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_SEG_RED'),
    op('GMEM_ATOM_RED'),
  ]);
});

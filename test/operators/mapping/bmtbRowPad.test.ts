import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 })];

describe('BMTB_ROW_PAD', () => {
  it('pads the rows of a block to its longest, rounded up; empty rows take column 0', () => {
    expect(rowsOf(leafOf([...blocks, op('BMTB_ROW_PAD')]))).toEqual([
      '0: 0 [0] [0]',
      '1: 0 1 3',
      '2: [0] [0]',
      '3: 1 2',
    ]);
    expect(rowsOf(leafOf([...blocks, op('BMTB_ROW_PAD', { multiple: 2 })]))[1]).toBe('1: 0 1 3 [3]');
  });

  it('pads the rows of blocks that leave empty rows between them', () => {
    const gaps = matrixOf([[], [0], [0, 1], [], [2], [0, 1]], 3);
    const leaf = leafOf([op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 3 }), op('BMTB_ROW_PAD')], gaps);
    expect(rowsOf(leaf)).toEqual(['0:', '1: 0 [0]', '2: 0 1', '3:', '4: 2 [2]', '5: 0 1']);
  });

  it('needs BMTBs of whole rows as the finest blocks, and padding within the bound', () => {
    expect(refusalOf([op('COMPRESS'), op('BMTB_ROW_PAD')])).toBe('the finest blocks must be BMTB blocks');
    const split = [op('COMPRESS'), op('BMTB_COL_BLOCK', { width: 2 }), op('BMTB_ROW_PAD')];
    expect(refusalOf(split)).toBe('a BMTB must hold whole rows');
    const shared = [op('COMPRESS'), op('BMTB_NNZ_BLOCK', { size: 2 }), op('BMTB_ROW_PAD')];
    expect(refusalOf(shared)).toBe('a BMTB must hold whole rows');
    const many = matrixOf(
      Array.from({ length: 400 }, () => [0]),
      1,
    );
    const wide = [op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMTB_ROW_PAD', { multiple: 256 })];
    expect(refusalOf(wide, many)).toMatch('padding would store 102400 entries');
  });

  golden('bmtbRowPad', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 8 }),
    op('BMTB_ROW_PAD', { multiple: 4 }),
    op('BMW_ROW_BLOCK', { rows: 1 }),
    op('BMT_COL_BLOCK', { size: 4 }),
    op('INTERLEAVED_STORAGE'),
    op('SET_RESOURCES', { threads: 64 }),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

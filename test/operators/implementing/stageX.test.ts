import { describe, expect, it } from 'vitest';
import { columnSpans } from '../../../src/metadata/spans.js';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 }), op('BMT_ROW_BLOCK')];

describe('STAGE_X', () => {
  it('copies the columns that a block reads, from a multiple of four on', () => {
    const leaf = leafOf([...blocks, op('STAGE_X')], matrixOf([[5], [7, 9], [], [], [1]], 12));
    expect(leaf.stagesX).toBe(true);
    // Columns 4 to 9, none, and 0 to 1.
    expect(columnSpans(leaf)).toEqual({
      first: Int32Array.of(4, 0, 0),
      counts: Int32Array.of(6, 0, 2),
      most: 6,
      shared: false,
    });
  });

  it('needs BMTBs and BMTs, once and before the reductions, and columns that fit', () => {
    expect(refusalOf([op('COMPRESS'), op('STAGE_X')])).toMatch('come after the BMTs are cut');
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('STAGE_X')])).toBe(
      'the matrix is not cut into BMTB blocks',
    );
    expect(refusalOf([...blocks, op('STAGE_X'), op('STAGE_X')])).toBe('x is staged already');
    expect(refusalOf([...blocks, op('THREAD_TOTAL_RED'), op('STAGE_X')])).toBe('staging comes before the reductions');
    expect(refusalOf([...blocks, op('STAGE_X')], matrixOf([[0, 60_000]], 60_001))).toBe(
      'a block reads 60001 columns; 57344 fit into shared memory',
    );
  });

  golden('stageX', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 4 }),
    op('BMT_ROW_BLOCK'),
    op('SET_RESOURCES', { threads: 32, coarsening: 2 }),
    op('STAGE_X'),
    op('THREAD_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

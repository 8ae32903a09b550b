import { describe, expect, it } from 'vitest';
import { op, rowAThread } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const threads = [op('COMPRESS'), op('BMT_ROW_BLOCK')];

describe('THREAD_TOTAL_RED', () => {
  it('sets the thread reduction', () => {
    expect(leafOf([...threads, op('THREAD_TOTAL_RED')]).reduction).toEqual({ thread: 'total' });
  });

  it('comes first among the reductions, after the BMTs, each in one row', () => {
    expect(refusalOf([op('COMPRESS'), op('THREAD_TOTAL_RED')])).toMatch('come after the BMTs are cut');
    expect(refusalOf([...threads, op('THREAD_TOTAL_RED'), op('THREAD_TOTAL_RED')])).toBe(
      'the thread reduction is set already: reductions go from fine to coarse',
    );
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK', { rows: 2 }), op('THREAD_TOTAL_RED')])).toBe(
      'BMT 0 touches rows 0 to 1: one row a block is needed',
    );
  });

  golden('threadTotalRed', rowAThread());
});

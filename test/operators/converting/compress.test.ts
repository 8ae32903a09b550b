import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

describe('COMPRESS', () => {
  it('keeps empty rows or drops them, and ends the converting stage', () => {
    const kept = leafOf([op('COMPRESS')]);
    expect(kept.compressed).toBe(true);
    expect(rowsOf(kept)).toEqual(['0: 0', '1: 0 1 3', '2:', '3: 1 2']);
    expect(rowsOf(leafOf([op('COMPRESS', { emptyRows: 'drop' })]))).toEqual(['0: 0', '1: 0 1 3', '3: 1 2']);
  });

  it('comes once', () => {
    expect(refusalOf([op('COMPRESS'), op('COMPRESS')])).toMatch('compressed already');
    expect(refusalOf([op('COMPRESS', { emptyRows: 'burn' })])).toMatch('emptyRows = "burn"');
  });

  golden('compress', [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMT_ROW_BLOCK'),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

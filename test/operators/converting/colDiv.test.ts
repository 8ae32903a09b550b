import { describe, expect, it } from 'vitest';
import { colDiv } from '../../../src/operators/converting/colDiv.js';
import { divide, entryAThread, op, paddedSlices } from '../../../src/seeds/chain.js';
import { golden, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

const parts = (params: Parameters<typeof partsOf>[1]) => partsOf(colDiv, params).map(rowsOf);

describe('COL_DIV', () => {
  it('divides at cuts and into equal parts; each branch drops its empty rows', () => {
    const halves = [
      ['0: 0', '1: 0 1', '3: 1'],
      ['1: 3', '3: 2'],
    ];
    expect(parts({ by: 'cuts', cuts: [2] })).toEqual(halves);
    expect(parts({ by: 'parts', parts: 2 })).toEqual(halves);
  });

  it('divides by column length', () => {
    // Columns 0 and 1 have two entries each, columns 2 and 3 one.
    expect(parts({ by: 'length', lengths: [2] })).toEqual([
      ['1: 3', '3: 2'],
      ['0: 0', '1: 0 1', '3: 1'],
    ]);
  });

  it('comes before COMPRESS, with increasing limits', () => {
    const why = (params: Parameters<typeof divide>[1]) => refusalOf([divide('COL_DIV', params, [], [])]);
    expect(refusalOf([op('COMPRESS'), divide('COL_DIV', {}, [], [])])).toMatch('compressed already');
    expect(why({ lengths: [9, 8] })).toMatch('lengths must increase');
    expect(why({ by: 'cuts', cuts: [2, 2] })).toMatch('cuts must increase');
    expect(why({ by: 'cuts' })).toMatch('at least one cut');
  });

  golden('colDiv', [
    divide('COL_DIV', { by: 'parts' }, [op('SORT_SUB'), ...paddedSlices(32, 'atomic')], entryAThread()),
  ]);
});

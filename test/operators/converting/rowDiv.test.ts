import { describe, expect, it } from 'vitest';
import { rowDiv } from '../../../src/operators/converting/rowDiv.js';
import { divide, op, rowAThread, rowAWarp } from '../../../src/seeds/chain.js';
import { golden, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

const parts = (params: Parameters<typeof partsOf>[1]) => partsOf(rowDiv, params).map(rowsOf);

describe('ROW_DIV', () => {
  it('divides by length: a threshold begins the branch of longer rows', () => {
    expect(parts({ by: 'length', lengths: [2] })).toEqual([
      ['0: 0', '2:'],
      ['1: 0 1 3', '3: 1 2'],
    ]);
    expect(parts({ by: 'length', lengths: [1, 3] })).toEqual([['2:'], ['0: 0', '3: 1 2'], ['1: 0 1 3']]);
  });

  it('divides into equal parts and at cuts; a part may be empty', () => {
    expect(parts({ by: 'parts', parts: 3 })).toEqual([['0: 0', '1: 0 1 3'], ['2:'], ['3: 1 2']]);
    expect(parts({ by: 'cuts', cuts: [1, 9] })).toEqual([['0: 0'], ['1: 0 1 3', '2:', '3: 1 2'], []]);
  });

  it('counts the entries of each part', () => {
    expect(partsOf(rowDiv, { lengths: [2] }).map(({ nnz }) => nnz)).toEqual([1, 5]);
  });

  it('comes before COMPRESS, with increasing limits, and with a branch for each part', () => {
    const why = (params: Parameters<typeof divide>[1]) => refusalOf([divide('ROW_DIV', params, [], [])]);
    expect(refusalOf([op('COMPRESS'), divide('ROW_DIV', {}, [], [])])).toMatch('compressed already');
    expect(why({ lengths: [8, 8] })).toMatch('lengths must increase');
    expect(why({ by: 'cuts', cuts: [3, 2] })).toMatch('cuts must increase');
    expect(why({ by: 'cuts' })).toMatch('at least one cut');
    expect(why({ by: 'parts', parts: 3 })).toMatch('divides into 3 parts, and the graph has 2 branches');
  });

  golden('rowDiv', [divide('ROW_DIV', { lengths: [4] }, rowAThread(), rowAWarp(4))]);
});

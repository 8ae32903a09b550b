import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { blocksOf, golden, leafOf, refusalOf, rowsOf } from '../../support/operators.js';

const threads = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 2 }), op('BMT_ROW_BLOCK')];
const padded = (params: object) => leafOf([...threads, op('BMT_PAD', { ...params })]);

describe('BMT_PAD', () => {
  it('pads to the largest of the parent', () => {
    expect(blocksOf(padded({}), 'bmt')).toEqual(['0: 0 _ _', '1: 1 2 3 |', '2: _ _', '3: 4 5 |']);
    expect(blocksOf(padded({}), 'bmw')).toEqual(['0,1: 0 _ _ 1 2 3', '2,3: _ _ 4 5']);
    expect(rowsOf(padded({}))).toEqual(['0: 0 [0] [0]', '1: 0 1 3', '2: [0] [0]', '3: 1 2']);
  });

  it('pads to the largest of the leaf, and to multiples', () => {
    expect(rowsOf(padded({ to: 'leaf' })).slice(2)).toEqual(['2: [0] [0] [0]', '3: 1 2 [2]']);
    expect(rowsOf(padded({ to: 'leaf', multiple: 2 })).slice(2)).toEqual(['2: [0] [0] [0] [0]', '3: 1 2 [2] [2]']);
    expect(rowsOf(padded({ to: 'multiple', multiple: 2 }))).toEqual(['0: 0 [0]', '1: 0 1 3 [3]', '2:', '3: 1 2']);
    expect(rowsOf(padded({ multiple: 2 }))[0]).toBe('0: 0 [0] [0] [0]');
  });

  it('comes after BMTs and before INTERLEAVED_STORAGE, with padding within the bound', () => {
    expect(refusalOf([op('COMPRESS'), op('BMT_PAD')])).toBe('the finest blocks must be BMT blocks');
    const late = [op('SORT'), op('COMPRESS'), op('BMT_ROW_BLOCK'), op('INTERLEAVED_STORAGE'), op('BMT_PAD')];
    expect(refusalOf(late)).toBe('storage is interleaved already: pad before INTERLEAVED_STORAGE');
    const spike = matrixOf([Array.from({ length: 800 }, (_, i) => i), ...Array.from({ length: 200 }, () => [0])], 800);
    const all = [op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMT_PAD', { to: 'leaf' })];
    expect(refusalOf(all, spike)).toMatch('padding would store 160800 entries for 1000 non-zeros');
  });

  golden('bmtPad', [
    op('COMPRESS'),
    op('BMT_ROW_BLOCK'),
    op('BMT_PAD', { to: 'multiple', multiple: 4 }),
    op('SET_RESOURCES', { threads: 32 }),
    op('THREAD_TOTAL_RED'),
    op('GMEM_STORE'),
  ]);
});

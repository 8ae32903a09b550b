import { describe, expect, it } from 'vitest';
import { applyGraph, lanesOf } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import { divide, op, paddedRows, rowAThread, rowAWarp } from '../../src/seeds/chain.js';
import { small } from '../support/matrices.js';
import { leafOf } from '../support/operators.js';

const refused = (graph: Graph) => (applyGraph(graph, small) as { refused?: string }).refused;

describe('applyGraph', () => {
  it('gives one leaf a branch, in order', () => {
    const applied = applyGraph([divide('ROW_DIV', { lengths: [2] }, rowAThread(), rowAWarp(2))], small);
    if ('refused' in applied) throw new Error(applied.refused);
    expect(applied.leaves.map(({ originRows }) => Array.from(originRows))).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('names the place of what it refuses, also in nested branches', () => {
    const inner = divide('HYB_DECOMP', {}, rowAThread('atomic'), [op('COMPRESS'), op('COMPRESS')]);
    expect(refused([divide('ROW_DIV', {}, rowAThread(), [inner])])).toMatch(/^1\/1#1 COMPRESS: /);
    expect(refused([op('SORT'), op('FOLD')])).toBe('#1 FOLD: there is no such operator');
    expect(refused([op('SORT', { speed: 9 })])).toBe('#0 SORT: unknown parameter speed; SORT has none');
    expect(refused([op('BIN', { base: 1 })])).toMatch(/^#0 BIN: base = 1: /);
  });

  it('wants branches where an operator divides, at the end of the chain, and nowhere else', () => {
    const node = divide('HYB_DECOMP', {}, rowAThread('atomic'), rowAThread('atomic'));
    expect(refused([node, op('COMPRESS')])).toMatch('a dividing operator ends its chain');
    expect(refused([op('HYB_DECOMP')])).toMatch('divides into 2 parts, and the graph has 0 branches');
    expect(refused([{ ...op('SORT'), branches: [[]] }])).toMatch('does not divide');
  });

  it('wants complete leaves', () => {
    const chain = rowAThread();
    expect(refused([])).toBe('leaf 0 is not complete: it lacks BMTs');
    expect(refused(chain.slice(0, 3))).toMatch('lacks a thread reduction');
    expect(refused(chain.slice(0, 4))).toMatch('lacks a global reduction');
    expect(refused(chain.toSpliced(2, 1))).toMatch('lacks resources');
  });

  it('refuses a row that two leaves write, unless all of its writers add atomically', () => {
    const both = (first: 'store' | 'atomic', second: 'store' | 'atomic') =>
      refused([divide('HYB_DECOMP', { width: 1 }, paddedRows(first), rowAThread(second))]);
    expect(both('atomic', 'atomic')).toBeUndefined();
    expect(both('store', 'atomic')).toBe(
      'leaf 0 stores row 1, which another leaf writes too: both must add to it atomically',
    );
    expect(both('atomic', 'store')).toMatch('leaf 1 stores row 1');
    expect(refused([divide('ROW_DIV', { lengths: [2] }, paddedRows('store'), rowAThread('atomic'))])).toBeUndefined();
  });
});

describe('lanesOf', () => {
  it('is the most threads of a warp, rounded up to a power of two', () => {
    const lanes = (size: number) =>
      lanesOf(leafOf([op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 1 }), op('BMT_COL_BLOCK', { size })]));
    expect([1, 2, 3, 16, 17].map(lanes)).toEqual([1, 2, 4, 16, 32]);
    expect(lanesOf(leafOf([op('COMPRESS'), op('BMT_ROW_BLOCK')]))).toBe(1);
  });
});

it('a parameter is one that the operator declares, not one that every object has', () => {
  expect(refused([op('SORT', { constructor: 1 })])).toMatch('unknown parameter constructor');
});

import { describe, expect, it } from 'vitest';
import { inStorageOrder, storageOf } from '../../src/codegen/storage.js';
import type { Graph } from '../../src/graph/graph.js';
import { op } from '../../src/seeds/chain.js';
import { matrixOf } from '../support/matrices.js';
import { leafOf } from '../support/operators.js';

/** Rows of 3, 2, 2 and 1 entries. */
const shrinking = matrixOf([[0, 1, 2], [0, 1], [0, 1], [0]], 3);
const rows = [op('COMPRESS'), op('BMT_ROW_BLOCK')];
const storage = (chain: Graph, matrix = shrinking) => {
  const { order, ...rest } = storageOf(leafOf(chain, matrix));
  return { ...rest, order: order && Array.from(order) };
};

describe('storageOf', () => {
  it('keeps entries side by side without interleaving', () => {
    expect(storage(rows)).toEqual({ kind: 'contiguous', vector: 1, group: undefined, order: undefined });
  });

  it('loads 4 or 2 neighbours at once where all threads begin and end there', () => {
    const vector = (multiple: number, first = 5) => {
      const matrix = matrixOf([Array.from({ length: first }, (_, i) => i), [0, 1]], 9);
      return storage([...rows, op('BMT_PAD', { to: 'multiple', multiple })], matrix).vector;
    };
    expect([vector(4), vector(2), vector(1)]).toEqual([4, 2, 1]);
    // With fewer than 4 entries a thread, neighbours coalesce anyway.
    expect(vector(2, 2)).toBe(1);
  });

  it('strides where all threads of a group have equally many units, but for the last round', () => {
    const padded = [...rows, op('BMT_PAD', { to: 'leaf' }), op('INTERLEAVED_STORAGE')];
    expect(storage(padded)).toEqual({
      kind: 'strided',
      vector: 1,
      group: undefined,
      units: 3,
      order: [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11],
    });
    const almost = matrixOf([[0, 1], [0, 1], [0]], 2);
    expect(storage([...rows, op('INTERLEAVED_STORAGE')], almost)).toMatchObject({
      kind: 'strided',
      units: undefined,
      order: [0, 2, 4, 1, 3],
    });
  });

  it('is jagged where threads differ by more, group by group', () => {
    expect(storage([...rows, op('INTERLEAVED_STORAGE')])).toMatchObject({
      kind: 'jagged',
      order: [0, 3, 5, 7, 1, 4, 6, 2],
    });
    const grouped = [op('COMPRESS'), op('BMW_ROW_BLOCK', { rows: 2 }), op('BMT_ROW_BLOCK'), op('INTERLEAVED_STORAGE')];
    expect(storage(grouped)).toMatchObject({ kind: 'strided', group: 'bmw', order: [0, 3, 1, 4, 2, 5, 7, 6] });
  });

  it('keeps vectors together', () => {
    const wide = [...rows, op('BMT_PAD', { to: 'leaf', multiple: 2 }), op('INTERLEAVED_STORAGE', { vector: 2 })];
    expect(storage(wide)).toMatchObject({
      kind: 'strided',
      vector: 2,
      units: 2,
      order: [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15],
    });
  });

  it('of no entries has none', () => {
    expect(storage([...rows, op('INTERLEAVED_STORAGE')], matrixOf([[], []], 1))).toMatchObject({ units: 0, order: [] });
  });
});

it('inStorageOrder permutes, or leaves as it is', () => {
  const values = Int32Array.of(5, 6, 7);
  expect(inStorageOrder(values, undefined)).toBe(values);
  expect(Array.from(inStorageOrder(values, Int32Array.of(2, 0, 1)))).toEqual([7, 5, 6]);
});

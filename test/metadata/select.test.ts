import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metadataOf } from '../../src/metadata/metadataSet.js';
import {
  dropEmptyRows,
  orderByKeyDescending,
  positionsWhere,
  selectEntries,
  selectFilledRows,
  selectRows,
} from '../../src/metadata/select.js';
import { small } from '../support/matrices.js';
import { rowsOf } from '../support/operators.js';

const whole = metadataOf(small);

describe('selection', () => {
  it('takes rows in the given order', () => {
    const leaf = selectRows(whole, Int32Array.of(3, 1));
    expect(rowsOf(leaf)).toEqual(['3: 1 2', '1: 0 1 3']);
    expect(Array.from(leaf.nonZeros.slots)).toEqual([4, 5, 1, 2, 3]);
    expect([leaf.nnz, leaf.rows]).toEqual([5, 4]);
  });

  it('takes entries and keeps rows that become empty', () => {
    const leaf = selectEntries(whole, Uint8Array.of(0, 1, 0, 1, 0, 1));
    expect(rowsOf(leaf)).toEqual(['0:', '1: 0 3', '2:', '3: 2']);
    expect(leaf.nnz).toBe(3);
    expect(rowsOf(dropEmptyRows(leaf))).toEqual(['1: 0 3', '3: 2']);
  });

  it('takes entries of one branch and drops rows that are empty then', () => {
    const branches = Uint8Array.of(0, 1, 0, 1, 2, 2);
    expect(rowsOf(selectFilledRows(whole, branches, 1))).toEqual(['1: 0 3']);
    expect(rowsOf(selectFilledRows(whole, branches, 2))).toEqual(['3: 1 2']);
    expect(rowsOf(selectFilledRows(whole, branches, 3))).toEqual([]);
    expect(selectFilledRows(whole, branches, 0)).toEqual(dropEmptyRows(selectEntries(whole, branches, 0)));
  });

  it('returns the same leaf when no row is empty', () => {
    const full = dropEmptyRows(whole);
    expect(dropEmptyRows(full)).toBe(full);
  });

  it('finds rows by position and length', () => {
    expect(Array.from(positionsWhere(whole, (p, length) => p > 0 && length < 3))).toEqual([2, 3]);
  });
});

describe('orderByKeyDescending', () => {
  it('sorts a range stably, for small keys and for huge ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(9), fc.nat(1 << 20)), { maxLength: 60 }),
        fc.nat(20),
        fc.nat(20),
        (list, before, after) => {
          const keys = Int32Array.from(list);
          const begin = Math.min(before, keys.length);
          const end = Math.max(begin, keys.length - after);
          const order = new Int32Array(keys.length).fill(-1);
          orderByKeyDescending(keys, begin, end, order);
          const positions = Array.from({ length: end - begin }, (_, i) => begin + i);
          const sorted = positions.sort((a, b) => keys[b] - keys[a] || a - b);
          expect(Array.from(order.subarray(begin, end))).toEqual(sorted);
          expect(order.filter((position) => position >= 0)).toHaveLength(end - begin);
        },
      ),
    );
  });
});

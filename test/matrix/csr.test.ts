import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absMultiply, contentHash, fromCoo, multiply, patternHash, transpose, validate } from '../../src/matrix/csr.js';
import { generate } from '../../src/matrix/generators/index.js';
import { anyCoo, anyMatrix, toDense } from './helpers.js';

describe('fromCoo', () => {
  it('sums duplicates in the order given and sorts rows', () => {
    fc.assert(
      fc.property(anyCoo, (coo) => {
        const sums = new Map<number, number>();
        coo.rowIndices.forEach((row, i) => {
          const place = row * coo.cols + coo.colIndices[i];
          sums.set(place, sums.has(place) ? sums.get(place)! + coo.values[i] : coo.values[i]);
        });
        const matrix = fromCoo(coo);
        validate(matrix);
        expect(matrix.nnz).toBe(sums.size);
        const places = [...sums.keys()].sort((a, b) => a - b);
        expect([...matrix.data]).toEqual(places.map((place) => sums.get(place)));
      }),
    );
  });

  it('sorts long rows stably, whichever method does it', () => {
    const length = 5000;
    const cols = Int32Array.from({ length }, (_, i) => (i * 7919) % 1250);
    // Powers of two far apart make the sum depend on the order of its terms.
    const values = Float64Array.from({ length }, (_, i) => 2 ** ((i % 120) - 60));
    const long = { rows: 1, rowIndices: new Int32Array(length), colIndices: cols, values };
    const narrow = fromCoo({ name: 'narrow', cols: 1250, ...long });
    const wide = fromCoo({ name: 'wide', cols: 60_000_000, ...long });
    expect(narrow.nnz).toBe(1250);
    expect(wide.data).toEqual(narrow.data);
    const expected = new Float64Array(1250);
    for (let i = 0; i < length; i++) expected[cols[i]] += values[i];
    expect(narrow.data).toEqual(expected);
  });

  it('refuses indices outside the shape and arrays of different length', () => {
    const base = { name: 'bad', rows: 2, cols: 2, rowIndices: Int32Array.of(0), colIndices: Int32Array.of(2) };
    expect(() => fromCoo(base)).toThrow('entry 0 at (0, 2) is outside 2 x 2');
    expect(() => fromCoo({ ...base, colIndices: Int32Array.of() })).toThrow('differ in length');
  });
});

describe('transpose', () => {
  it('swaps rows and columns and undoes itself', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const turned = transpose(matrix);
        validate(turned);
        const dense = toDense(matrix);
        const expected = Array.from({ length: matrix.cols }, (_, c) => dense.map((row) => row[c]));
        expect(toDense(turned)).toEqual(expected);
        expect({ ...transpose(turned), name: 'random' }).toEqual(matrix);
      }),
    );
  });
});

describe('multiply', () => {
  const matrix = fromCoo({
    name: 'small',
    rows: 3,
    cols: 2,
    rowIndices: Int32Array.of(0, 0, 2),
    colIndices: Int32Array.of(0, 1, 1),
    values: Float64Array.of(1, -2, 3),
  });

  it('gives y = A x, with 0 for empty rows', () => {
    expect([...multiply(matrix, [10, 1])]).toEqual([8, 0, 3]);
    expect([...absMultiply(matrix, [10, -1])]).toEqual([12, 0, 3]);
  });

  it('refuses an x of another length', () => {
    expect(() => multiply(matrix, [1, 2, 3])).toThrow('x has 3 elements, but small has 2 columns');
  });
});

describe('validate', () => {
  const good = generate('gen:banded:5,3');

  it.each([
    ['indptr too short', { indptr: good.indptr.slice(1) }, 'indptr has'],
    ['indptr not from 0', { indptr: good.indptr.map((p) => p || 1) }, 'indptr[0]'],
    ['nnz wrong', { nnz: 4 }, 'nnz is 4'],
    ['columns unsorted', { indices: good.indices.slice().reverse() }, 'do not increase'],
    ['column too large', { cols: 4 }, 'outside 0..3'],
    ['data too short', { data: new Float64Array(2) }, 'data has 2'],
  ])('names what is wrong: %s', (_, change, message) => {
    expect(() => validate({ ...good, ...change })).toThrow(message);
  });
});

describe('hashes', () => {
  const matrix = generate('gen:uniform:200,5');

  it('depend on what they should, and on nothing else', () => {
    const renamed = { ...matrix, name: 'other' };
    const revalued = { ...matrix, data: matrix.data.map((value) => value + 1e-9) };
    const moved = {
      ...matrix,
      indices: matrix.indices.map((c, k) => (k === matrix.nnz - 1 ? 199 - (c === 199 ? 1 : 0) : c)),
    };
    expect(contentHash(renamed)).toBe(contentHash(matrix));
    expect(patternHash(revalued)).toBe(patternHash(matrix));
    expect(contentHash(revalued)).not.toBe(contentHash(matrix));
    expect(patternHash(moved)).not.toBe(patternHash(matrix));
    expect(patternHash({ ...matrix, cols: 201 })).not.toBe(patternHash(matrix));
    expect(patternHash(matrix)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('tell one changed bit anywhere', () => {
    const seen = new Set([contentHash(matrix)]);
    for (let k = 0; k < matrix.nnz; k++) {
      const data = matrix.data.slice();
      data[k] += data[k] * 2 ** -52;
      seen.add(contentHash({ ...matrix, data }));
    }
    expect(seen.size).toBe(matrix.nnz + 1);
  });

  it('never change, since caches on disk are keyed by them', () => {
    expect([patternHash(matrix), contentHash(matrix)]).toMatchInlineSnapshot(`
      [
        "8a05e3a2a8a8e0b7",
        "2ee6bd2861e6d64e",
      ]
    `);
  });
});

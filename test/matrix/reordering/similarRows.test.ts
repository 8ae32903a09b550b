import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { matrixFeatures } from '../../../src/matrix/features.js';
import { type Comparison, similarRowOrder } from '../../../src/matrix/reordering/similarRows.js';
import { createRandom } from '../../../src/random.js';
import { matrixOf } from '../../support/matrices.js';
import { anyMatrix } from '../helpers.js';

/** The matrix with its rows in another order. */
function inOrder(matrix: CsrMatrix, order: Int32Array): CsrMatrix {
  const rows = Array.from(order, (r) => Array.from(matrix.indices.subarray(matrix.indptr[r], matrix.indptr[r + 1])));
  return matrixOf(rows, matrix.cols);
}

const sectorShare = (matrix: CsrMatrix) => matrixFeatures(matrix).sectorsPerEntry;

/** `groups` sets of `size` random columns; 32 rows have each of them, in random order of rows. */
function groupedRows(groups: number, size: number, cols: number): CsrMatrix {
  const random = createRandom(2);
  const sets = Array.from({ length: groups }, () =>
    [...new Set(Array.from({ length: size }, () => random.int(cols)))].sort((a, b) => a - b),
  );
  const rows = Array.from({ length: 32 * groups }, () => sets[random.int(groups)]);
  return matrixOf(rows, cols);
}

describe('similarRowOrder', () => {
  it('by first: orders rows by their first units, then by their second, empty ones last', () => {
    const matrix = matrixOf([[6], [0, 7], [], [0, 4], [1]], 8);
    expect(Array.from(similarRowOrder(matrix, 'first', 2))).toEqual([3, 1, 4, 0, 2]);
    expect(Array.from(similarRowOrder(matrix, 'first', 1))).toEqual([3, 1, 4, 0, 2]);
    expect(Array.from(similarRowOrder(matrix, 'first', 8))).toEqual([0, 1, 3, 4, 2]);
  });

  it('by hash: rows of one column set come to stand together, so that runs of rows read far fewer sectors', () => {
    const matrix = groupedRows(64, 20, 50_000);
    const after = inOrder(matrix, similarRowOrder(matrix, 'hash', 8));
    expect(sectorShare(matrix)).toBeGreaterThan(0.6);
    expect(sectorShare(after)).toBeLessThan(0.12);
  });

  it.each(['hash', 'first'] as const)(
    'by %s: equal sets are neighbours, and order is kept within',
    (by: Comparison) => {
      const sets = [[1, 9], [4], [1, 9], [], [4], [1, 9]];
      const order = Array.from(similarRowOrder(matrixOf(sets, 10), by, 1));
      const places = [0, 2, 5].map((row) => order.indexOf(row));
      expect(places).toEqual([places[0], places[0] + 1, places[0] + 2]);
      expect(order.indexOf(4)).toBe(order.indexOf(1) + 1);
      expect(order.at(-1)).toBe(3);
    },
  );

  it('is a permutation of the rows of any matrix', () => {
    fc.assert(
      fc.property(anyMatrix, fc.constantFrom('hash', 'first'), fc.integer({ min: 1, max: 64 }), (matrix, by, width) => {
        const order = similarRowOrder(matrix, by as Comparison, width);
        expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: matrix.rows }, (_, i) => i));
      }),
    );
  });

  it('is found once for each matrix and comparison', () => {
    const matrix = groupedRows(2, 4, 100);
    expect(similarRowOrder(matrix, 'hash', 8)).toBe(similarRowOrder(matrix, 'hash', 8));
    expect(similarRowOrder(matrix, 'hash', 8)).not.toBe(similarRowOrder(matrix, 'hash', 1));
  });
});

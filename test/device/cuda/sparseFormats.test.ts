import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOfEntries, sliceRows, toBsr, toSlicedEll } from '../../../src/device/cuda/sparseFormats.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';

/** Small matrices with distinct non-zero values, so that a misplaced one shows. */
const matrices = fc
  .record({ rows: fc.integer({ min: 1, max: 70 }), cols: fc.integer({ min: 1, max: 20 }) })
  .chain(({ rows, cols }) =>
    fc
      .array(fc.uniqueArray(fc.integer({ min: 0, max: cols - 1 })), { minLength: rows, maxLength: rows })
      .map((lists) => {
        const sorted = lists.map((list) => list.sort((a, b) => a - b));
        const indices = Int32Array.from(sorted.flat());
        const indptr = new Int32Array(rows + 1);
        for (let row = 0; row < rows; row++) indptr[row + 1] = indptr[row] + sorted[row].length;
        const data = Float64Array.from(indices, (_, k) => k + 1);
        return { name: 'drawn', rows, cols, nnz: indices.length, indptr, indices, data } satisfies CsrMatrix;
      }),
  );

/** All entries as text, from the matrix itself. */
function entries({ rows, indptr, indices, data }: CsrMatrix): string[] {
  const list: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let k = indptr[row]; k < indptr[row + 1]; k++) list.push(`${row} ${indices[k]} ${data[k]}`);
  }
  return list.sort();
}

describe('formats of cuSPARSE hold the entries of the matrix', () => {
  it('COO', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const rows = rowsOfEntries(matrix);
        expect([...rows].map((row, k) => `${row} ${matrix.indices[k]} ${matrix.data[k]}`).sort()).toEqual(
          entries(matrix),
        );
      }),
    );
  });

  it('sliced ELLPACK', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const { offsets, columns, values } = toSlicedEll(matrix, Number.POSITIVE_INFINITY)!;
        const list: string[] = [];
        for (let slice = 0; slice + 1 < offsets.length; slice++) {
          for (let k = offsets[slice]; k < offsets[slice + 1]; k++) {
            const row = slice * sliceRows + ((k - offsets[slice]) % sliceRows);
            if (columns[k] >= 0) list.push(`${row} ${columns[k]} ${values[k]}`);
            else expect(values[k]).toBe(0);
          }
        }
        expect(list.sort()).toEqual(entries(matrix));
      }),
    );
  });

  it('block CSR', () => {
    fc.assert(
      fc.property(matrices, fc.integer({ min: 1, max: 6 }), (matrix, size) => {
        const { blockRows, offsets, columns, values } = toBsr(matrix, size, 0)!;
        const list: string[] = [];
        for (let blockRow = 0; blockRow < blockRows; blockRow++) {
          const own = columns.subarray(offsets[blockRow], offsets[blockRow + 1]);
          expect([...own]).toEqual([...new Set(own)].sort((a, b) => a - b));
          for (let b = offsets[blockRow]; b < offsets[blockRow + 1]; b++) {
            for (let at = 0; at < size * size; at++) {
              const value = values[b * size * size + at];
              const row = blockRow * size + Math.floor(at / size);
              if (value !== 0) list.push(`${row} ${columns[b] * size + (at % size)} ${value}`);
            }
          }
        }
        expect(list.sort()).toEqual(entries(matrix));
      }),
    );
  });

  it('are refused where they would mostly store padding', () => {
    const rows = 64;
    const arrow: CsrMatrix = {
      name: 'arrow',
      rows,
      cols: rows,
      nnz: 2 * rows - 1,
      indptr: Int32Array.from({ length: rows + 1 }, (_, row) => (row === 0 ? 0 : rows - 1 + row)),
      indices: Int32Array.from({ length: 2 * rows - 1 }, (_, k) => (k < rows ? k : k - rows + 1)),
      data: new Float64Array(2 * rows - 1).fill(1),
    };
    expect(toSlicedEll(arrow)).toBeUndefined();
    expect(toBsr(arrow, 2)).toBeUndefined();
    expect(toBsr(arrow, 1)).toBeDefined();
  });
});

import { describe, expect, it } from 'vitest';
import { columnLengths, columnsOfX, filledColumns, renumberColumns } from '../../src/metadata/columns.js';
import { metadataOf } from '../../src/metadata/metadataSet.js';
import { columnSpans } from '../../src/metadata/spans.js';
import { op } from '../../src/seeds/chain.js';
import { matrixOf, small } from '../support/matrices.js';
import { leafOf } from '../support/operators.js';

describe('columns', () => {
  it('are counted', () => {
    expect(columnLengths(metadataOf(small))).toEqual(Int32Array.of(2, 2, 1, 1));
  });

  it('that have entries are found alike in a small and in a wide matrix', () => {
    const rows = [[2, 5], [5, 7], [5]];
    const found = { columns: Int32Array.of(2, 5, 7), lengths: Int32Array.of(1, 3, 1) };
    for (const cols of [8, 1000]) expect(filledColumns(metadataOf(matrixOf(rows, cols)))).toEqual(found);
    expect(filledColumns(metadataOf(matrixOf([], 1000))).columns).toHaveLength(0);
  });

  it('are renumbered and found again', () => {
    const matrix = matrixOf([[1, 5], [5, 8], [1]], 9);
    const leaf = renumberColumns(metadataOf(matrix), Int32Array.of(1, 5, 8));
    expect(leaf.nonZeros.colIndices).toEqual(Int32Array.of(0, 1, 1, 2, 0));
    expect(columnsOfX(leaf)).toEqual(matrix.indices);
    expect(columnsOfX(metadataOf(matrix))).toBe(matrix.indices);
  });
});

describe('column spans', () => {
  const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 1 })];
  it('are shared when all blocks read the same columns', () => {
    expect(
      columnSpans(
        leafOf(
          blocks,
          matrixOf(
            [
              [4, 6],
              [5, 6],
            ],
            8,
          ),
        ),
      ).shared,
    ).toBe(true);
    expect(
      columnSpans(
        leafOf(
          blocks,
          matrixOf(
            [
              [4, 6],
              [4, 7],
            ],
            8,
          ),
        ),
      ).shared,
    ).toBe(false);
    expect(
      columnSpans(
        leafOf(
          blocks,
          matrixOf(
            [
              [0, 1],
              [4, 5],
            ],
            8,
          ),
        ),
      ).shared,
    ).toBe(false);
  });

  it('take in all renumbered columns', () => {
    const leaf = leafOf(blocks, matrixOf([[1], [5]], 9));
    const spans = columnSpans(renumberColumns(leaf, Int32Array.of(1, 5)));
    expect(spans).toEqual({ first: Int32Array.of(0, 0), counts: Int32Array.of(2, 2), most: 2, shared: true });
  });
});

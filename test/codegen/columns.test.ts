import { describe, expect, it } from 'vitest';
import { type ColumnForm, columnForm } from '../../src/codegen/columns.js';
import { cuda } from '../../src/codegen/cuda.js';
import { storageOf } from '../../src/codegen/storage.js';
import type { Graph } from '../../src/graph/graph.js';
import { generate } from '../../src/matrix/generators/index.js';
import { op } from '../../src/seeds/chain.js';
import { matrixOf } from '../support/matrices.js';
import { irregular, leafOf } from '../support/operators.js';

const rows = [op('COMPRESS'), op('BMT_ROW_BLOCK')];
const total = op('THREAD_TOTAL_RED');

function form(chain: Graph, matrix = irregular): ColumnForm {
  const leaf = leafOf(chain, matrix);
  return columnForm(leaf, storageOf(leaf));
}

const emit = (columns: ColumnForm, k?: number) => columns.emit({ entry: 'entry', k, raw: 'raw', runBase: '' }, cuda);

describe('columnForm', () => {
  it('stores columns as they are, as narrow as they fit', () => {
    const plain = form([...rows, total]);
    expect(plain).toMatchObject({ text: 'u8', needsRow: false, needsLiteralSteps: false });
    expect(plain.stored?.values).toEqual(irregular.indices);
    expect(emit(plain)).toBe('raw');
    expect(form([...rows, op('SET_COMPRESSION', { narrow: false }), total]).text).toBe('u32');
  });

  it('needs no storage where a model gives every column', () => {
    const dense = form([...rows, op('BMT_PAD'), total], generate('gen:dense:100'));
    expect(dense.stored).toBeUndefined();
    expect(dense.text).toBe('(i mod 100)');
    expect(emit(dense)).toBe('((entry) % 100u)');
    const models = form([...rows, op('SET_COMPRESSION', { models: false }), total], generate('gen:dense:100'));
    expect(models.text).toBe('u8');
  });

  it('finds diagonals: column = row + offset of the step, clamped at the edges', () => {
    const tridiagonal = matrixOf(
      [
        [0, 1, 2],
        [0, 1, 2],
        [1, 2, 3],
        [1, 2, 3],
      ],
      4,
    );
    // Padding would make rows of the first kind; here rows 0 and 3 shift by one and do not fit.
    expect(form([...rows, total], tridiagonal).text).toBe('u8');
    const shifted = matrixOf(
      [
        [1, 3],
        [2, 4],
        [3, 5],
        [4, 6],
      ],
      7,
    );
    const exact = form([...rows, total], shifted);
    expect(exact).toMatchObject({ text: 'row + [1, 3][k]', needsRow: true, needsLiteralSteps: true });
    expect([emit(exact, 0), emit(exact, 1)]).toEqual(['row + 1u', 'row + 3u']);
    const clamped = form([...rows, total], matrixOf([[0], [0], [1], [2]], 4));
    expect(emit(clamped, 0)).toBe('(unsigned int)min(max((int)row + (-1), 0), 3)');
  });

  it('stores columns relative to the row where that is narrower', () => {
    const banded = generate('gen:banded:400,5');
    const chain = (columnBase: string) => [...rows, op('SET_COMPRESSION', { models: false, columnBase }), total];
    expect(form(chain('none'), banded).text).toBe('u16');
    const relative = form(chain('row'), banded);
    expect(relative).toMatchObject({ text: 'row + u8 - 2', needsRow: true });
    expect(Array.from(relative.stored!.values.subarray(0, 7))).toEqual([2, 3, 4, 1, 2, 3, 4]);
    expect(emit(relative)).toBe('row + raw + 4294967294u');
    // A thread that walks many rows does not know its row.
    const bitmap = [...rows, op('SET_COMPRESSION', { models: false, columnBase: 'row' }), op('THREAD_BITMAP_RED')];
    expect(form(bitmap, banded).text).toBe('u16');
  });

  it('stores columns relative to the smallest of their block where that is narrower', () => {
    const banded = generate('gen:banded:400,5');
    const compression = op('SET_COMPRESSION', { models: false, columnBase: 'block' });
    const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 32 }), op('BMT_ROW_BLOCK'), compression, total];
    const relative = form(blocks, banded);
    expect(relative).toMatchObject({ text: 'base[bmtb] + u8', base: { level: 'bmtb' } });
    expect(Array.from(relative.base!.values.subarray(0, 3))).toEqual([0, 30, 62]);
    expect(emit(relative)).toBe('column_base + raw');
    // Without blocks above the threads there is nothing to be relative to.
    expect(form([...rows, compression, total], banded).text).toBe('u16');
  });
});

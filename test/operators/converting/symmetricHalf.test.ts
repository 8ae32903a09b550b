import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../../src/codegen/build.js';
import { checkValues, storedValues } from '../../../src/codegen/storedValues.js';
import { applyGraph } from '../../../src/graph/apply.js';
import type { Graph } from '../../../src/graph/graph.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { interpret } from '../../../src/metadata/interpreter.js';
import { isRefusal } from '../../../src/operators/operator.js';
import {
  balancedTiles,
  compressed,
  divide,
  op,
  paddedRows,
  paddedSlices,
  rowAThread,
  rowAWarp,
  scatteredRows,
} from '../../../src/seeds/chain.js';
import { matrixOf, small, symmetrized } from '../../support/matrices.js';
import { golden, irregular, kernelOf, leafOf, refusalOf, roomy, rowsOf } from '../../support/operators.js';

const half = op('SYMMETRIC_HALF');
/** Diagonal 1 2 4, and 3 at (0, 2) and (2, 0). */
const tiny = { ...matrixOf([[0, 2], [1], [0, 2]], 3), data: Float64Array.of(1, 3, 2, 3, 4) };
const stencil = symmetrized(generate('gen:stencil5:6'));

function leavesOf(graph: Graph, matrix = tiny) {
  const applied = applyGraph(graph, matrix);
  if (isRefusal(applied)) throw new Error(applied.refused);
  return applied.leaves;
}

describe('SYMMETRIC_HALF', () => {
  it('keeps the diagonal and one entry of each pair', () => {
    const leaf = leafOf([half], stencil);
    expect(leaf.nnz).toBe((stencil.nnz + stencil.rows) / 2);
    // In a band the lower triangle is left.
    expect(rowsOf(leaf)[8]).toBe('8: 2 7 8');
    expect(leafOf([half], tiny).nonZeros.slots).toEqual(Int32Array.of(0, 1, 2, 4));
  });

  it('leaves the rows of a dense matrix equally many entries, of even size and of odd', () => {
    for (const size of [32, 33]) {
      const { indptr } = leafOf([half], symmetrized(generate(`gen:dense:${size}`))).nonZeros;
      const lengths = Array.from({ length: size }, (_, r) => indptr[r + 1] - indptr[r]);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      expect(indptr.at(-1)).toBe((size * size + size) / 2);
    }
  });

  it('adds each mirror image once, the diagonal not at all, and padding nothing', () => {
    for (const chain of [rowAThread('atomic'), paddedSlices(32, 'atomic'), rowAWarp(2, 'atomic')]) {
      const y = interpret(leavesOf([half, ...chain]), tiny.data, [5, 7, 11]);
      expect(Array.from(y)).toEqual([5 + 33, 14, 15 + 44]);
    }
  });

  it('goes before divisions', () => {
    const graph = [half, divide('ROW_DIV', { by: 'parts' }, rowAThread('atomic'), rowAThread('atomic'))];
    expect(Array.from(interpret(leavesOf(graph), tiny.data, [5, 7, 11]))).toEqual([38, 14, 59]);
  });

  it('halves what the kernel stores; its sums are atomic', () => {
    const matrix = symmetrized(irregular);
    const kernel = kernelOf([half, ...rowAThread('atomic')], matrix, 'cuda');
    expect(kernel.slots.filter((slot) => slot >= 0)).toHaveLength(leafOf([half], matrix).nnz);
    expect(kernel).toMatchObject({ deterministic: false, clearsY: true });
  });

  it('is refused for f16, which has no atomic sums', () => {
    const target = { ...roomy, language: 'cuda' } as const;
    const built = buildKernel(tiny, [half, ...rowAThread('atomic')], { dtype: 'f16', target });
    expect(built).toEqual({ refused: 'atomic sums need f32 or f64: y is f16' });
  });

  it('needs a symmetric matrix, all of it, in pattern and in values', () => {
    const reason = 'the matrix is not symmetric in pattern and values';
    expect(refusalOf([half], small)).toBe(reason);
    expect(refusalOf([half], { ...tiny, data: Float64Array.of(1, 3, 2, 3.5, 4) })).toBe(reason);
    expect(refusalOf([half], matrixOf([[0, 1]], 2))).toBe(reason);
    expect(refusalOf([half, half], tiny)).toBe('one half is gone already');
    expect(refusalOf([divide('ROW_DIV', { by: 'parts' }, [half], [half])], tiny)).toBe(
      'the leaf holds 3 of 5 entries: the mirror images may be elsewhere',
    );
    expect(refusalOf([op('COMPRESS'), half], tiny)).toMatch('compressed already');
    expect(refusalOf([divide('DIA_DECOMP', { fill: 1, rows: 'split' }, [half], [])], stencil)).toMatch(
      'padded already',
    );
  });

  it('refuses what would lose mirror images: stores, threads of several rows, staged columns', () => {
    expect(refusalOf([half, ...rowAThread()], tiny)).toMatch('rows of other threads: use GMEM_ATOM_RED');
    expect(refusalOf([half, ...balancedTiles()], tiny)).toMatch('threads of one row: use THREAD_TOTAL_RED');
    expect(refusalOf([half, ...scatteredRows(128, 64)], tiny)).toMatch('threads of one row: use THREAD_TOTAL_RED');
    const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK'), op('BMT_ROW_BLOCK'), op('SET_RESOURCES'), op('STAGE_X')];
    expect(refusalOf([half, ...blocks], tiny)).toMatch('number of their column');
  });

  it.each([
    ['plain', rowAThread('atomic')],
    ['padded and interleaved', paddedRows('atomic')],
    ['with a dictionary', compressed(rowAThread('atomic'), { values: 'dictionary' })],
  ])('takes new values that are symmetric, and no others: %s', (_, chain) => {
    const kernel = kernelOf([half, ...chain], tiny, 'wgsl');
    const better = [10, 30, 20, 30, 40];
    expect(() => checkValues(kernel, better)).not.toThrow();
    expect(() => checkValues(kernel, [10, 30, 20, 31, 40])).toThrow(/keeps one value for entries (1 and 3|3 and 1)/);
    const stored = Array.from(storedValues(kernel.slots, better, 'f32')).filter((value) => value !== 0);
    expect(stored.sort((a, b) => a - b)).toEqual([10, 20, 30, 40]);
  });

  golden('symmetricHalf', [half, ...paddedSlices(8, 'atomic')], symmetrized(irregular));
});

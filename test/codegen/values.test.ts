import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../src/codegen/build.js';
import type { KernelSource, NumberType } from '../../src/codegen/kernelSource.js';
import { storageOf } from '../../src/codegen/storage.js';
import { checkValues } from '../../src/codegen/storedValues.js';
import { type ValueForm, valueForm } from '../../src/codegen/values.js';
import type { Graph } from '../../src/graph/graph.js';
import { isRefusal } from '../../src/operators/operator.js';
import { compressed, op, paddedRows, rowAThread } from '../../src/seeds/chain.js';
import { matrixOf, small } from '../support/matrices.js';
import { leafOf, roomy } from '../support/operators.js';

const form = (graph: Graph, data: ArrayLike<number>, matrix = small, type: NumberType = 'f64') => {
  const leaf = leafOf(graph, matrix);
  return valueForm(leaf, storageOf(leaf), data, type);
};
const codes = (result: ReturnType<typeof form>) => Array.from((result as ValueForm).codes ?? []);
const dictionary = (chain: Graph) => compressed(chain, { values: 'dictionary' });

function kernelOf(data: Float64Array): KernelSource {
  const built = buildKernel({ ...small, data }, dictionary(rowAThread()), {
    dtype: 'f32',
    target: { ...roomy, language: 'cuda' },
  });
  if (isRefusal(built)) throw new Error(built.refused);
  return built.kernel;
}

describe('valueForm', () => {
  it('stores a value for each entry, or each distinct one once', () => {
    expect(form(rowAThread(), small.data)).toEqual({ slots: Int32Array.from([0, 1, 2, 3, 4, 5]) });
    const shared = form(dictionary(rowAThread()), [7, 8, 7, 7, 8, 9]);
    expect(shared).toMatchObject({ slots: Int32Array.from([0, 1, 5]) });
    expect(codes(shared)).toEqual([0, 1, 0, 0, 1, 2]);
  });

  it('gives padding a place of its own, also beside a stored zero', () => {
    const padded = form(dictionary(paddedRows()), [0, -0, 0, 0, 0, 0]) as ValueForm;
    expect(Array.from(padded.slots)).toEqual([0, -1]);
    expect(codes(padded)).toEqual([0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1]);
  });

  it('refuses more distinct values than a byte names', () => {
    const row = matrixOf([Array.from({ length: 257 }, (_, column) => column)], 257);
    const graph = dictionary([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('SET_RESOURCES')]);
    expect(form(graph, row.data, row)).toEqual({ refused: expect.stringContaining('256 values') });
    expect(
      form(
        graph,
        row.data.map((value) => value % 256),
        row,
      ),
    ).not.toHaveProperty('refused');
  });
});

describe('checkValues', () => {
  it('lets in new values that keep shared ones equal', () => {
    const kernel = kernelOf(Float64Array.from([7, 8, 7, 7, 8, 9]));
    expect(Array.from(kernel.valueClasses ?? [])).toEqual([0, 1, 0, 0, 1, 2]);
    expect(() => checkValues(kernel, [1, 2, 1, 1, 2, 2])).not.toThrow();
    expect(() => checkValues(kernel, [1, 2, 1, 3, 2, 2])).toThrow(/one value for entries 0 and 3, .* 1 and 3/);
    expect(() => checkValues(kernel, [1, 2])).toThrow(/takes 6 values, not 2/);
  });
});

import { describe, expect, it } from 'vitest';
import { multiply } from '../../src/matrix/csr.js';
import { interpret } from '../../src/metadata/interpreter.js';
import { type MetadataSet, withKeys } from '../../src/metadata/metadataSet.js';
import { op, rowAThread } from '../../src/seeds/chain.js';
import { small } from '../support/matrices.js';
import { leafOf } from '../support/operators.js';

const x = [1, 10, 100, 1000];
const run = (leaf: MetadataSet) => Array.from(interpret([leaf], small.data, x));
const entries = leafOf([
  op('COMPRESS', { emptyRows: 'drop' }),
  op('BMTB_ROW_BLOCK'),
  op('BMW_NNZ_BLOCK', { size: 4 }),
  op('BMT_NNZ_BLOCK', { size: 1 }),
]);

describe('interpret', () => {
  it('is y = A x', () => {
    expect(run(leafOf(rowAThread()))).toEqual(Array.from(multiply(small, x)));
    expect(run(leafOf(rowAThread()))).toEqual([1, 2 + 30 + 4000, 0, 50 + 600]);
  });

  it('takes metadata at its word: what claims too much gives a wrong y', () => {
    const shared = withKeys(entries, { reduction: { thread: 'total', global: 'store' } });
    // The last of the sums stored to a row stays.
    expect(run(shared)).toEqual([1, 4000, 0, 600]);
    expect(run(withKeys(shared, { reduction: { thread: 'total', global: 'atomic' } }))).toEqual([1, 4032, 0, 650]);
    const manyRows = withKeys(entries, { reduction: { thread: 'total', warp: 'total', global: 'atomic' } });
    // A whole warp counts as the row that it begins with: entries 0 to 3 for row 0, entries 4 and 5 for row 3.
    expect(run(manyRows)).toEqual([4033, 0, 0, 650]);
  });

  it.each([
    [{ thread: 'total', warp: 'segmented', global: 'atomic' }],
    [{ thread: 'bitmap', global: 'atomic' }],
    [{ thread: 'bitmap', warp: 'segmented', global: 'store' }],
    [{ thread: 'total', block: 'offset', global: 'store' }],
  ] as const)('follows %j', (reduction) => {
    expect(run(withKeys(entries, { reduction }))).toEqual([1, 4032, 0, 650]);
  });

  it('skips padding, whatever stands in x', () => {
    const padded = leafOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('BMT_PAD', { to: 'leaf' }), op('THREAD_TOTAL_RED')]);
    const leaf = withKeys(padded, { reduction: { thread: 'total', global: 'store' } });
    const y = interpret([leaf], small.data, [Number.POSITIVE_INFINITY, 10, 100, 1000]);
    // Row 2 is empty, padded with column 0; row 3 does not touch column 0.
    expect(Array.from(y)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 650]);
  });

  it('of no leaves is empty', () => {
    expect(interpret([], [], [])).toHaveLength(0);
  });
});

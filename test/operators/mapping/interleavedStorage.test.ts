import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { small } from '../../support/matrices.js';
import { golden, kernelOf, leafOf, refusalOf } from '../../support/operators.js';

const sorted = [op('SORT'), op('COMPRESS'), op('BMT_ROW_BLOCK')];
const rest = [op('SET_RESOURCES'), op('THREAD_TOTAL_RED'), op('GMEM_STORE')];

describe('INTERLEAVED_STORAGE', () => {
  it('stores the k-th entries of all threads side by side', () => {
    expect(leafOf([...sorted, op('INTERLEAVED_STORAGE')]).interleave).toEqual({ vector: 1 });
    // Rows 1, 3, 0, 2 hold the slots 1 2 3 | 4 5 | 0 | none.
    const kernel = kernelOf([...sorted, op('INTERLEAVED_STORAGE'), ...rest], small);
    expect(Array.from(kernel.slots).slice(0, small.nnz)).toEqual([1, 4, 0, 2, 5, 3]);
  });

  it('keeps `vector` entries of a thread together', () => {
    const wide = [op('BMT_PAD', { to: 'multiple', multiple: 2 }), op('INTERLEAVED_STORAGE', { vector: 2 })];
    const kernel = kernelOf([...sorted, ...wide, ...rest], small);
    expect(Array.from(kernel.slots)).toEqual([1, 2, 4, 5, 0, -1, 3, -1]);
  });

  it('needs BMTs that do not grow within their parent, whole vectors, and comes once', () => {
    const node = op('INTERLEAVED_STORAGE');
    expect(refusalOf([op('COMPRESS'), node])).toBe('there are no BMTs to interleave yet');
    expect(refusalOf([...sorted, node, node])).toBe('storage is interleaved already');
    expect(refusalOf([...sorted, op('INTERLEAVED_STORAGE', { vector: 3 })])).toMatch('vector must be 1, 2 or 4');
    expect(refusalOf([...sorted, op('INTERLEAVED_STORAGE', { vector: 2 })])).toBe(
      'BMT 0 holds 3 entries, not a multiple of vector = 2: pad it',
    );
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), node])).toBe(
      'BMT 1 holds more entries than the one before it: sort or pad first',
    );
  });

  golden('interleavedStorage', [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: 4 }),
    op('BMT_ROW_BLOCK'),
    op('BMT_PAD', { multiple: 2 }),
    op('INTERLEAVED_STORAGE', { vector: 2 }),
    ...rest,
  ]);
});

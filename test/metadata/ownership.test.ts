import { describe, expect, it } from 'vitest';
import { type Reduction, withKeys } from '../../src/metadata/metadataSet.js';
import { countWrites, firstSharedRow, writingLevel } from '../../src/metadata/ownership.js';
import { descendantOffsets, maxPartials } from '../../src/metadata/partials.js';
import { op } from '../../src/seeds/chain.js';
import { leafOf } from '../support/operators.js';

/** Threads of one entry; warps of entries 0 to 3, and 4 5; one block. Rows of the entries: 0 1 1 1 3 3. */
const leaf = leafOf([
  op('COMPRESS'),
  op('BMTB_ROW_BLOCK'),
  op('BMW_NNZ_BLOCK', { size: 4 }),
  op('BMT_NNZ_BLOCK', { size: 1 }),
]);

function writes(reduction: Reduction): number[] {
  const counts = new Int32Array(4);
  countWrites(withKeys(leaf, { reduction }), counts);
  return Array.from(counts);
}

describe('ownership', () => {
  it('is that of the last reduction before y', () => {
    expect(writingLevel(withKeys(leaf, { reduction: { thread: 'total' } }))).toBe('bmt');
    expect(writingLevel(withKeys(leaf, { reduction: { thread: 'total', warp: 'total' } }))).toBe('bmw');
    expect(writingLevel(withKeys(leaf, { reduction: { thread: 'total', block: 'offset' } }))).toBe('bmtb');
  });

  it('counts the sums that go to each row', () => {
    expect(writes({ thread: 'total' })).toEqual([1, 3, 0, 2]);
    expect(writes({ thread: 'total', warp: 'segmented' })).toEqual([1, 1, 0, 1]);
    // The block owns the empty row as well.
    expect(writes({ thread: 'total', block: 'offset' })).toEqual([1, 1, 1, 1]);
  });

  it('finds the first row that is shared', () => {
    expect(firstSharedRow(Int32Array.of(1, 0, 2, 3))).toBe(2);
    expect(firstSharedRow(Int32Array.of(1, 0))).toBe(-1);
  });
});

describe('partial sums of a block', () => {
  it('are one a thread, or one a warp where warps reduce', () => {
    expect(Array.from(descendantOffsets(leaf, 'bmt'))).toEqual([0, 6]);
    expect(Array.from(descendantOffsets(leaf, 'bmw'))).toEqual([0, 2]);
    expect(maxPartials(withKeys(leaf, { reduction: { thread: 'total' } }))).toBe(6);
    expect(maxPartials(withKeys(leaf, { reduction: { thread: 'total', warp: 'total' } }))).toBe(2);
  });
});

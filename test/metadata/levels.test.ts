import { describe, expect, it } from 'vitest';
import {
  finestLevel,
  LevelBuilder,
  levelOrRoot,
  maxOf,
  parentOf,
  presentLevels,
  rowIndices,
  singleRow,
  sizesOf,
} from '../../src/metadata/levels.js';
import { metadataOf } from '../../src/metadata/metadataSet.js';
import { op } from '../../src/seeds/chain.js';
import { small } from '../support/matrices.js';
import { leafOf } from '../support/operators.js';

describe('levels', () => {
  const leaf = leafOf([op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 }), op('BMT_ROW_BLOCK')]);

  it('are found by name, coarse to fine; a missing one is skipped', () => {
    expect(presentLevels(leaf)).toEqual(['bmtb', 'bmt']);
    expect(finestLevel(leaf)).toBe('bmt');
    expect(parentOf(leaf, 'bmt')).toBe('bmtb');
    expect(parentOf(leaf, 'bmtb')).toBeUndefined();
    expect(finestLevel(metadataOf(small))).toBeUndefined();
  });

  it('give the whole leaf as one block where there is none', () => {
    expect(levelOrRoot(metadataOf(small), undefined)).toEqual({
      count: 1,
      nzOffsets: Int32Array.of(0, 6),
      rowBegins: Int32Array.of(0),
      rowEnds: Int32Array.of(4),
      parentOffsets: Int32Array.of(0, 1),
    });
  });

  it('know whether blocks touch one row at most', () => {
    expect(singleRow(leaf.levels.bmt!)).toBe(true);
    expect(singleRow(leaf.levels.bmtb!)).toBe(false);
  });

  it('are built past the first capacity', () => {
    const builder = new LevelBuilder(2);
    for (let b = 1; b <= 3000; b++) builder.add(2 * b, b - 1, b);
    builder.endParent();
    builder.endParent();
    const level = builder.finish();
    expect(level.count).toBe(3000);
    expect(level.nzOffsets).toEqual(Int32Array.from({ length: 3001 }, (_, b) => 2 * b));
    expect(level.rowEnds[2999]).toBe(3000);
    expect(Array.from(level.parentOffsets)).toEqual([0, 3000, 3000]);
  });
});

describe('arrays', () => {
  it('row positions of entries, sizes and the maximum', () => {
    expect(Array.from(rowIndices(metadataOf(small)))).toEqual([0, 1, 1, 1, 3, 3]);
    expect(Array.from(sizesOf(small.indptr))).toEqual([1, 3, 0, 2]);
    expect(sizesOf(new Int32Array(0))).toHaveLength(0);
    expect([maxOf(Int32Array.of(2, 7, 3)), maxOf(new Int32Array(0))]).toEqual([7, 0]);
  });
});

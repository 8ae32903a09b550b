import { leafBlocks, roundsOf } from '../codegen/leafView.js';
import { lanesOf } from '../graph/apply.js';
import { sectorElements, windowRows } from '../matrix/columnFeatures.js';
import { sizeRange } from '../metadata/levels.js';
import { entryCount, type Level, type MetadataSet, type NonZeros, type Resources } from '../metadata/metadataSet.js';
import { countWrites } from '../metadata/ownership.js';
import { oncePer } from '../oncePer.js';

/** The names of what `executionOf` finds, with what stands there for a graph that cannot be applied. */
export const noExecution = {
  'run.chain': -1,
  'run.serial': -1,
  'run.busy': -1,
  'run.stride': -1,
  'run.lanes': -1,
  'run.uneven': -1,
  'run.sectors': -1,
  'run.scatter': -1,
  'run.atomic': -1,
  'run.bitmap': -1,
  'run.warp': -1,
  'run.segmented': -1,
  'run.block': -1,
  'run.writes': -1,
};
type Name = keyof typeof noExecution;

/**
 * How a device would run a graph's leaves, as far as a sample tells. What bytes do not decide, latency does: how much
 * there is to wait for, and how many threads wait at the same time (Volkov, Understanding latency hiding on GPUs,
 * 2016). Each number is the mean over the leaves, by their share of the entries; of waiting, the leaf with most counts.
 */
export function executionOf(leaves: readonly MetadataSet[]): Record<Name, number> {
  const entries = leaves.reduce((sum, leaf) => sum + entryCount(leaf), 0);
  const writes = new Int32Array(leaves[0].rows);
  const found: Record<Name, number> = { ...noExecution };
  for (const name of Object.keys(found) as Name[]) found[name] = 0;
  for (const leaf of leaves) {
    const { waiting, means } = runOf(leaf);
    for (const [name, value] of Object.entries(waiting) as [Name, number][]) found[name] = Math.max(found[name], value);
    const share = entryCount(leaf) / Math.max(entries, 1);
    for (const [name, value] of Object.entries(means) as [Name, number][]) found[name] += share * value;
    countWrites(leaf, writes);
  }
  // Sums that arrive at an element of y.
  found['run.writes'] = writes.reduce((sum, count) => sum + count, 0) / Math.max(writes.length, 1);
  return found;
}

/** Counts are taken by their logarithm. */
const runOf = oncePer((leaf: MetadataSet) => {
  const { threads, coarsening, unroll } = leaf.resources as Resources;
  const bmt = leaf.levels.bmt as Level;
  const lanes = lanesOf(leaf);
  const { units } = leafBlocks(leaf);
  const rounds = roundsOf(leaf);
  const { least, most: longest } = sizeRange(bmt);
  const apart = leaf.columnOrder ? 1 : (leaf.interleave?.vector ?? entryCount(leaf) / Math.max(1, bmt.count));
  const { thread, warp, block, global } = leaf.reduction;
  return {
    waiting: {
      /** Loads of a thread that wait for each other, at most. */
      'run.chain': Math.log2(1 + coarsening * rounds * Math.ceil(longest / unroll)),
      /** Entries of a thread, at most. */
      'run.serial': Math.log2(1 + coarsening * rounds * longest),
    },
    means: {
      /** Threads with work, while the block with most has some. */
      'run.busy': bmt.count / Math.max(1, units * rounds * threads),
      /** Entries between those that neighbouring threads read at the same time. */
      'run.stride': Math.log2(Math.max(1, apart)),
      'run.lanes': Math.log2(lanes),
      /** Sizes that differ must be read. */
      'run.uneven': Number(longest !== least),
      'run.sectors': sectorsOf(leaf.nonZeros)(bmt),
      'run.scatter': scatterOf(leaf.originRows),
      'run.atomic': Number(global === 'atomic'),
      'run.bitmap': Number(thread === 'bitmap'),
      'run.warp': Number(warp !== undefined),
      'run.segmented': Number(warp === 'segmented'),
      'run.block': Number(block !== undefined),
    },
  };
});

/** Sectors of x that an entry costs where neighbouring threads load together: 1/32 (all the same) to 1 (none shared). */
const sectorsOf = oncePer(({ colIndices }: NonZeros) => oncePer((bmt: Level) => sectorsAtOnce(colIndices, bmt)));

function sectorsAtOnce(colIndices: Int32Array, { nzOffsets, count }: Level): number {
  const loaded = new Int32Array(windowRows);
  let sectors = 0;
  for (let first = 0; first < count; first += windowRows) {
    const end = Math.min(first + windowRows, count);
    for (let k = 0, distinct = 1; distinct > 0; k++) {
      distinct = 0;
      for (let b = first; b < end; b++) {
        const entry = nzOffsets[b] + k;
        if (entry >= nzOffsets[b + 1]) continue;
        const sector = Math.trunc(colIndices[entry] / sectorElements);
        let known = false;
        for (let i = 0; i < distinct && !known; i++) known = loaded[i] === sector;
        if (!known) loaded[distinct++] = sector;
      }
      sectors += distinct;
    }
  }
  return sectors / Math.max(colIndices.length, 1);
}

/** How far apart the rows are that follow each other: mean of the logarithms. */
const scatterOf = oncePer((originRows: Int32Array): number => {
  let sum = 0;
  for (let p = 1; p < originRows.length; p++) sum += Math.log2(Math.abs(originRows[p] - originRows[p - 1]) || 1);
  return sum / Math.max(originRows.length, 1);
});

import type { Level, LevelName, MetadataSet } from './metadataSet.js';

/** The level whose blocks hand their sums to y: that of the last reduction before the global one. */
export function writingLevel(metadata: MetadataSet): LevelName {
  if (metadata.reduction.block) return 'bmtb';
  if (metadata.reduction.warp) return 'bmw';
  return 'bmt';
}

/** Adds, for each row of y, how many sums this leaf writes to it. */
export function countWrites(metadata: MetadataSet, writes: Int32Array): void {
  const name = writingLevel(metadata);
  const level = metadata.levels[name] as Level;
  const { originRows } = metadata;
  const mergesNeighbours = name === 'bmw' && metadata.reduction.warp !== 'total';
  if (mergesNeighbours) {
    countMergedRuns(metadata, writes);
    return;
  }
  for (let b = 0; b < level.count; b++) {
    for (let p = level.rowBegins[b]; p < level.rowEnds[b]; p++) writes[originRows[p]]++;
  }
}

/** A segmented reduction writes once for each run of equal rows among the threads of a warp. */
function countMergedRuns(metadata: MetadataSet, writes: Int32Array): void {
  const warps = metadata.levels.bmw as Level;
  const threads = metadata.levels.bmt as Level;
  for (let w = 0; w < warps.count; w++) {
    let last = -1;
    for (let t = threads.parentOffsets[w]; t < threads.parentOffsets[w + 1]; t++) {
      for (let p = Math.max(threads.rowBegins[t], last + 1); p < threads.rowEnds[t]; p++) {
        writes[metadata.originRows[p]]++;
        last = p;
      }
    }
  }
}

/** The first row that more than one sum is written to, or -1 where every row has one owner. */
export function firstSharedRow(writes: Int32Array): number {
  return writes.findIndex((count) => count > 1);
}

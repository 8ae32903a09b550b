import { maxOf, sizesOf } from './levels.js';
import type { Level, LevelName, MetadataSet } from './metadataSet.js';

/** The level whose blocks leave one partial sum each for the reduction over a thread block. */
export function partialLevel(metadata: MetadataSet): LevelName {
  return metadata.reduction.warp ? 'bmw' : 'bmt';
}

/** For each BMTB, the first block of `level` in it; one more at the end. Composes the offsets of the levels between. */
export function descendantOffsets(metadata: MetadataSet, level: LevelName): Int32Array {
  const { bmtb, bmw, bmt } = metadata.levels;
  if (level === 'bmtb') return (bmtb as Level).parentOffsets;
  if (level === 'bmw') return (bmw as Level).parentOffsets;
  const threads = (bmt as Level).parentOffsets;
  return bmw && bmtb ? bmw.parentOffsets.map((first) => threads[first]) : threads;
}

/** Most partial sums that a BMTB holds. */
export function maxPartials(metadata: MetadataSet): number {
  return maxOf(sizesOf(descendantOffsets(metadata, partialLevel(metadata))));
}

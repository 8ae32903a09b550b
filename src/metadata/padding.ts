import { parentOf } from './levels.js';
import { entryCount, type Level, type LevelName, type MetadataSet, withKeys } from './metadataSet.js';

/**
 * Appends `extra[b]` padding entries to the end of each block of the finest level, in the block's last row.
 * A padding entry repeats the column before it, which costs no further access to x; blocks without an entry
 * take the first column. All coarser levels and the row offsets move along.
 */
export function padBlocks(metadata: MetadataSet, level: LevelName, extra: Int32Array): MetadataSet {
  const blocks = metadata.levels[level] as Level;
  const { indptr, colIndices, slots } = metadata.nonZeros;
  let total = entryCount(metadata);
  for (let b = 0; b < blocks.count; b++) total += extra[b];

  if (total === entryCount(metadata)) return metadata;

  const paddedCols = new Int32Array(total);
  const paddedSlots = new Int32Array(total);
  const rowGrowth = new Int32Array(indptr.length);
  let to = 0;
  for (let b = 0; b < blocks.count; b++) {
    const from = blocks.nzOffsets[b];
    const end = blocks.nzOffsets[b + 1];
    // Loops beat `set(subarray)` and `fill` for the few entries of a thread, which is what mostly gets padded.
    for (let i = from; i < end; i++, to++) {
      paddedCols[to] = colIndices[i];
      paddedSlots[to] = slots[i];
    }
    if (extra[b] === 0) continue;
    const col = end > from ? colIndices[end - 1] : 0;
    for (const full = to + extra[b]; to < full; to++) {
      paddedCols[to] = col;
      paddedSlots[to] = -1;
    }
    rowGrowth[blocks.rowEnds[b]] += extra[b];
  }

  const paddedIndptr = new Int32Array(indptr.length);
  for (let p = 1, grown = 0; p < indptr.length; p++) {
    grown += rowGrowth[p];
    paddedIndptr[p] = indptr[p] + grown;
  }
  return withKeys(metadata, {
    nonZeros: { indptr: paddedIndptr, colIndices: paddedCols, slots: paddedSlots },
    levels: shiftLevels(metadata, level, extra),
  });
}

/** Moves the offsets of the padded level and of every coarser one. */
function shiftLevels(metadata: MetadataSet, padded: LevelName, extra: Int32Array): MetadataSet['levels'] {
  const levels: Partial<Record<LevelName, Level>> = { ...metadata.levels };
  let grown = new Int32Array(extra.length + 1);
  for (let b = 0; b < extra.length; b++) grown[b + 1] = grown[b] + extra[b];
  let name: LevelName | undefined = padded;
  for (;;) {
    const level = levels[name] as Level;
    levels[name] = { ...level, nzOffsets: level.nzOffsets.map((offset, b) => offset + grown[b]) };
    const parent = parentOf(metadata, name);
    if (!parent) return levels;
    grown = level.parentOffsets.map((first) => grown[first]);
    name = parent;
  }
}

/** Whether any entry of the leaf is padding. */
export function hasPadding(metadata: MetadataSet): boolean {
  return entryCount(metadata) > metadata.nnz;
}

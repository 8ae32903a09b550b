import { finestLevel, LevelBuilder, levelOrRoot } from '../../metadata/levels.js';
import { type Level, type LevelName, levelNames, type MetadataSet, withKeys } from '../../metadata/metadataSet.js';
import { choiceParam, type Params, type Refusal, refuse, unless } from '../operator.js';

/** A warp has at most this many threads, so a BMW holds at most this many BMTs: the loop over lanes never exists. */
export const warpWidth = 32;

/** Cuts one parent block, which spans rows rowBegin .. rowEnd and non-zeros nzBegin .. nzEnd, into blocks. */
export type Cutter = (
  builder: LevelBuilder,
  parent: { rowBegin: number; rowEnd: number; nzBegin: number; nzEnd: number },
  indptr: Int32Array,
) => void;

/** Adds a level by cutting every block of the finest level so far. */
export function cut(metadata: MetadataSet, level: LevelName, cutter: Cutter): MetadataSet {
  const finest = finestLevel(metadata);
  const parents = levelOrRoot(metadata, finest);
  const { indptr } = metadata.nonZeros;
  const builder = new LevelBuilder(parents.count);
  for (let b = 0; b < parents.count; b++) {
    const parent = {
      rowBegin: parents.rowBegins[b],
      rowEnd: parents.rowEnds[b],
      nzBegin: parents.nzOffsets[b],
      nzEnd: parents.nzOffsets[b + 1],
    };
    if (metadata.tiles && !finest) {
      // No block spans two tiles, or the part of x that it reads would not be small.
      for (let t = 0; t + 1 < metadata.tiles.length; t++) {
        const [rowBegin, rowEnd] = [metadata.tiles[t], metadata.tiles[t + 1]];
        cutter(builder, { rowBegin, rowEnd, nzBegin: indptr[rowBegin], nzEnd: indptr[rowEnd] }, indptr);
      }
    } else cutter(builder, parent, indptr);
    builder.endParent();
  }
  return withKeys(metadata, { levels: { ...metadata.levels, [level]: builder.finish() } });
}

/** Blocks of `size` whole rows; a row that the parent shares with others is clipped to the parent. */
export function byRows(size: number): Cutter {
  return (builder, parent, indptr) => {
    for (let row = parent.rowBegin; row < parent.rowEnd; row += size) {
      const end = Math.min(row + size, parent.rowEnd);
      builder.add(end === parent.rowEnd ? parent.nzEnd : indptr[end], row, end);
    }
  };
}

/** Blocks of as many whole rows as fit into `size` entries, at least one and at most `mostRows`. */
export function byRowsOfEntries(size: number, mostRows: number): Cutter {
  return (builder, parent, indptr) => {
    let row = parent.rowBegin;
    while (row < parent.rowEnd) {
      const begin = Math.max(indptr[row], parent.nzBegin);
      let end = row + 1;
      while (end < parent.rowEnd && end - row < mostRows && indptr[end + 1] - begin <= size) end++;
      builder.add(end === parent.rowEnd ? parent.nzEnd : indptr[end], row, end);
      row = end;
    }
  };
}

/** Each row cut into chunks of `width` entries; a row without entries gives one empty block, so that it has an owner. */
export function byColumns(width: number): Cutter {
  return (builder, parent, indptr) => {
    for (let row = parent.rowBegin; row < parent.rowEnd; row++) {
      const end = Math.min(indptr[row + 1], parent.nzEnd);
      let at = Math.max(indptr[row], parent.nzBegin);
      do {
        at = Math.min(at + width, end);
        builder.add(at, row, row + 1);
      } while (at < end);
    }
  };
}

/** Parameter of the operators that cut by entries. */
export const rowCost = choiceParam(
  'what a row start counts besides its entries: 1 balances rows plus entries, as merge path does',
  [0, 1],
  0,
);

/** Chunks of `size` entries wherever rows begin; with `rowCost` 1, a row start counts as one entry (merge path). */
export function byEntries(params: Params): Cutter {
  const size = params.size as number;
  return (builder, parent, indptr) => {
    let row = parent.rowBegin;
    let at = parent.nzBegin;
    while (at < parent.nzEnd) {
      while (indptr[row + 1] <= at) row++;
      const first = row;
      if (params.rowCost === 0) at = Math.min(at + size, parent.nzEnd);
      else {
        let left = size;
        while (left > 0 && at < parent.nzEnd) {
          const take = Math.min(left, Math.min(indptr[row + 1], parent.nzEnd) - at);
          at += take;
          left -= take;
          if (at < parent.nzEnd && at === indptr[row + 1]) {
            row++;
            left--;
          }
        }
      }
      while (row + 1 < parent.rowEnd && indptr[row + 1] < at) row++;
      let last = row;
      while (last > first && indptr[last] >= at) last--;
      builder.add(at, first, last + 1);
    }
  };
}

/** Mapping operators come after COMPRESS, coarse levels before fine ones. */
export function canAdd(metadata: MetadataSet, level: LevelName): Refusal | undefined {
  const finer = levelNames.slice(levelNames.indexOf(level)).find((name) => metadata.levels[name]);
  return unless(
    [metadata.compressed, 'mapping operators come after COMPRESS'],
    [!finer, `${finer?.toUpperCase()} blocks exist already: levels are cut from coarse to fine`],
  );
}

/** Refuses a cut that would give some BMW more threads than a warp has. */
export function fitsWarps(metadata: MetadataSet, level: LevelName, cutter: Cutter): Refusal | undefined {
  const parent = finestLevel(metadata);
  if (level !== 'bmt' || parent !== 'bmw') return undefined;
  const { parentOffsets } = cut(metadata, level, cutter).levels[level] as Level;
  for (let w = 0; w + 1 < parentOffsets.length; w++) {
    const threads = parentOffsets[w + 1] - parentOffsets[w];
    if (threads > warpWidth) return refuse(`BMW ${w} would hold ${threads} BMTs; a warp has ${warpWidth} threads`);
  }
  return undefined;
}

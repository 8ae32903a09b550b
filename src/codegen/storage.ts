import { orderByKey } from '../matrix/reordering/orderByKey.js';
import { levelOrRoot, maxOf, parentOf, sizeRange, sizesOf } from '../metadata/levels.js';
import type { Level, LevelName, MetadataSet } from '../metadata/metadataSet.js';

/**
 * Where a thread finds its entries. `contiguous`: side by side. `strided`: its units are as far apart as its group
 * has threads. `jagged`: unit k of the group's threads lies at an offset stored for (group, k).
 */
export type StorageKind = 'contiguous' | 'strided' | 'jagged';

export interface Storage {
  readonly kind: StorageKind;
  /** Entries of a thread that lie side by side and are loaded together. */
  readonly vector: number;
  /** The level whose blocks are the groups; undefined where the leaf is one group. */
  readonly group: LevelName | undefined;
  /** Entry stored at each position; undefined where that is its index. */
  readonly order: Int32Array | undefined;
  /** Units each thread has, where all have equally many. */
  readonly units: number | undefined;
}

/** Derives the layout of a leaf's entries in memory from its metadata. */
export function storageOf(leaf: MetadataSet): Storage {
  const level = leaf.levels.bmt as Level;
  const sizes = sizesOf(level.nzOffsets);
  const group = parentOf(leaf, 'bmt');
  const vector = leaf.interleave?.vector ?? widestLoad(sizes, level.nzOffsets);
  const { least, most } = sizeRange(level);
  const uniform = least === most ? most / vector : undefined;
  // Whose thread an entry is does not matter then: the block's entries are dealt out in turn.
  if (leaf.columnOrder) {
    const dealt = leaf.interleave?.vector ?? 1;
    const units = uniform === undefined ? undefined : (uniform * vector) / dealt;
    return { kind: 'strided', vector: dealt, group, order: columnOrder(leaf), units };
  }
  if (!leaf.interleave) return { kind: 'contiguous', vector, group, order: undefined, units: uniform };
  const groups = levelOrRoot(leaf, group).nzOffsets;
  return {
    kind: isStrided(level.parentOffsets, sizes, vector) ? 'strided' : 'jagged',
    vector,
    group,
    order: interleavedOrder(level, groups, vector),
    units: uniform,
  };
}

/** Contiguous entries may be loaded 4 or 2 at a time when each thread begins and ends at a multiple of that. */
function widestLoad(sizes: Int32Array, offsets: Int32Array): number {
  // With one load a thread there is nothing to gain from alignment, and neighbours already coalesce.
  if (maxOf(sizes) < 4) return 1;
  return [4, 2].find((vector) => offsets.every((offset) => offset % vector === 0)) ?? 1;
}

/** True when the threads of each group hold equally many units, but for the last round. */
function isStrided(parentOffsets: Int32Array, sizes: Int32Array, vector: number): boolean {
  for (let p = 0; p + 1 < parentOffsets.length; p++) {
    const begin = parentOffsets[p];
    const end = parentOffsets[p + 1];
    if (end > begin && sizes[begin] - sizes[end - 1] > vector) return false;
  }
  return true;
}

/** Round by round, the next unit of each thread that still has one. Threads of a group never grow, so rounds are prefixes. */
function interleavedOrder(level: Level, groups: Int32Array, vector: number): Int32Array {
  const { nzOffsets, parentOffsets } = level;
  const order = new Int32Array(groups[groups.length - 1]);
  let to = 0;
  for (let g = 0; g + 1 < parentOffsets.length; g++) {
    let active = parentOffsets[g + 1] - parentOffsets[g];
    const first = parentOffsets[g];
    for (let at = 0; active > 0; at += vector) {
      while (active > 0 && nzOffsets[first + active] - nzOffsets[first + active - 1] <= at) active--;
      for (let t = 0; t < active; t++) {
        const from = nzOffsets[first + t] + at;
        for (let v = 0; v < vector; v++) order[to++] = from + v;
      }
    }
  }
  return order;
}

/** The entries of each BMTB by column: all by column, then, in that order, to their blocks. */
function columnOrder(leaf: MetadataSet): Int32Array {
  const { colIndices } = leaf.nonZeros;
  const { count, nzOffsets } = leaf.levels.bmtb as Level;
  const blocks = new Int32Array(colIndices.length);
  for (let b = 0; b < count; b++) blocks.fill(b, nzOffsets[b], nzOffsets[b + 1]);
  return orderByKey(blocks, count, orderByKey(colIndices, leaf.cols));
}

/** Entries in storage order. */
export function inStorageOrder(values: Int32Array, order: Int32Array | undefined): Int32Array {
  if (!order) return values;
  const stored = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) stored[i] = values[order[i]];
  return stored;
}

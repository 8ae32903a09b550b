import { levelOrRoot, rowIndices, sizesOf } from '../metadata/levels.js';
import { iota, type Level, type LevelName, type MetadataSet } from '../metadata/metadataSet.js';
import { descendantOffsets, partialLevel } from '../metadata/partials.js';
import { inStorageOrder, type Storage } from './storage.js';

/** Computes one array of the format from a leaf. */
export type Extract = (leaf: MetadataSet, storage: Storage) => Int32Array;

/**
 * Every index array that a fragment may read, by name. A format holds those that its fragments do read, so this
 * is a catalogue and not a format. Rows named `...Row` are rows of y; `...FirstRow` are row positions.
 */
export const catalogue: Readonly<Record<string, Extract>> = {
  bmtbBmwOffsets: (leaf) => (leaf.levels.bmw as Level).parentOffsets,
  bmtbBmtOffsets: (leaf) => descendantOffsets(leaf, 'bmt'),
  bmwBmtOffsets: (leaf) => (leaf.levels.bmt as Level).parentOffsets,
  bmtUnitOffsets: (leaf, storage) => units((leaf.levels.bmt as Level).nzOffsets, storage.vector),
  groupUnitOffsets: (leaf, storage) => units(levelOrRoot(leaf, storage.group).nzOffsets, storage.vector),
  groupDiagonalOffsets: (leaf, storage) => diagonals(leaf, storage).groups,
  diagonalOffsets: (leaf, storage) => diagonals(leaf, storage).offsets,
  bmtbRow: (leaf) => firstRows(leaf, 'bmtb', true),
  bmwRow: (leaf) => firstRows(leaf, 'bmw', true),
  bmtRow: (leaf) => firstRows(leaf, 'bmt', true),
  bmwFirstRow: rowsOfFirstThreads,
  bmtFirstRow: (leaf) => firstRows(leaf, 'bmt', false),
  bmtbFirstRow: (leaf) => firstRows(leaf, 'bmtb', false),
  bmtbRowEnd: (leaf) => (leaf.levels.bmtb as Level).rowEnds,
  originRows: (leaf) => leaf.originRows,
  originCols: (leaf) => leaf.originCols as Int32Array,
  rowPartialOffsets: partialsOfRows,
  bmtBitmap: bitsOfThreads,
  bmwBitmap: bitsOfWarps,
};

function units(offsets: Int32Array, vector: number): Int32Array {
  return vector === 1 ? offsets : offsets.map((offset) => offset / vector);
}

function firstRows(leaf: MetadataSet, name: LevelName, ofY: boolean): Int32Array {
  const { rowBegins } = leaf.levels[name] as Level;
  return ofY ? rowBegins.map((position) => leaf.originRows[position]) : rowBegins;
}

/** For each warp, the row position of its first thread: rows without entries may stand before that. */
function rowsOfFirstThreads(leaf: MetadataSet): Int32Array {
  const { parentOffsets, rowBegins } = leaf.levels.bmt as Level;
  return parentOffsets.slice(0, -1).map((first) => rowBegins[first] ?? 0);
}

/** Where each round of each group begins, in units, and which rounds belong to a group. */
function diagonals(leaf: MetadataSet, storage: Storage): { groups: Int32Array; offsets: Int32Array } {
  const { nzOffsets, parentOffsets } = leaf.levels.bmt as Level;
  const sizes = sizesOf(nzOffsets);
  const groups = new Int32Array(parentOffsets.length);
  const offsets: number[] = [];
  let at = 0;
  for (let g = 0; g + 1 < parentOffsets.length; g++) {
    const first = parentOffsets[g];
    let active = parentOffsets[g + 1] - first;
    for (let k = 0; active > 0; k++) {
      while (active > 0 && sizes[first + active - 1] <= k * storage.vector) active--;
      if (active === 0) break;
      offsets.push(at);
      at += active;
    }
    groups[g + 1] = offsets.length;
  }
  offsets.push(at);
  return { groups, offsets: Int32Array.from(offsets) };
}

/** For each row position, the first partial sum at or after it; one more at the end. */
function partialsOfRows(leaf: MetadataSet): Int32Array {
  const level = leaf.levels[partialLevel(leaf)] as Level;
  const rows = leaf.originRows.length;
  const offsets = new Int32Array(rows + 1);
  let b = 0;
  for (let row = 0; row <= rows; row++) {
    while (b < level.count && level.rowBegins[b] < row) b++;
    offsets[row] = b;
  }
  return offsets;
}

/** Bit k of thread b: its entry k is the first of a row. */
function bitsOfThreads(leaf: MetadataSet): Int32Array {
  const level = leaf.levels.bmt as Level;
  const { indptr } = leaf.nonZeros;
  const bits = new Int32Array(level.count);
  for (let b = 0; b < level.count; b++) {
    for (let row = level.rowBegins[b]; row < level.rowEnds[b]; row++) {
      const k = indptr[row] - level.nzOffsets[b];
      if (k >= 0 && indptr[row] < level.nzOffsets[b + 1]) bits[b] |= 1 << k;
    }
  }
  return bits;
}

/** Bit t of warp w: its thread t is the first of a row within the warp. */
function bitsOfWarps(leaf: MetadataSet): Int32Array {
  const { parentOffsets, rowBegins } = leaf.levels.bmt as Level;
  const bits = new Int32Array(parentOffsets.length - 1);
  for (let w = 0; w < bits.length; w++) {
    for (let b = parentOffsets[w]; b < parentOffsets[w + 1]; b++) {
      if (b === parentOffsets[w] || rowBegins[b] !== rowBegins[b - 1]) bits[w] |= 1 << (b - parentOffsets[w]);
    }
  }
  return bits;
}

/** Rows of y that no leaf writes, in order. */
export function unwrittenRows(writes: Int32Array): Int32Array {
  return iota(writes.length).filter((row) => writes[row] === 0);
}

/** For each entry in storage order, its row within its BMTB. */
export function rowsInBlocks(leaf: MetadataSet, storage: Storage): Int32Array {
  const { count, nzOffsets, rowBegins } = leaf.levels.bmtb as Level;
  const rows = rowIndices(leaf);
  for (let b = 0; b < count; b++) {
    for (let i = nzOffsets[b]; i < nzOffsets[b + 1]; i++) rows[i] -= rowBegins[b];
  }
  return inStorageOrder(rows, storage.order);
}

import { oncePer } from '../oncePer.js';
import { entryCount, type Level, type LevelName, levelNames, type MetadataSet, rowCount } from './metadataSet.js';

/** The levels of a leaf that exist, coarse to fine. */
export function presentLevels(metadata: MetadataSet): LevelName[] {
  return levelNames.filter((name) => metadata.levels[name]);
}

/** The finest level so far, or undefined when nothing is mapped yet. */
export function finestLevel(metadata: MetadataSet): LevelName | undefined {
  return presentLevels(metadata).at(-1);
}

/** The next coarser level that exists, or undefined when the leaf itself is the parent. */
export function parentOf(metadata: MetadataSet, level: LevelName): LevelName | undefined {
  return levelNames.slice(0, levelNames.indexOf(level)).findLast((name) => metadata.levels[name]);
}

/** The level, or the whole leaf as one block where it is undefined. */
export function levelOrRoot(metadata: MetadataSet, name: LevelName | undefined): Level {
  const level = name && metadata.levels[name];
  if (level) return level;
  return {
    count: 1,
    nzOffsets: Int32Array.of(0, entryCount(metadata)),
    rowBegins: Int32Array.of(0),
    rowEnds: Int32Array.of(rowCount(metadata)),
    parentOffsets: Int32Array.of(0, 1),
  };
}

/** Collects blocks in order, then becomes a Level. Grows geometrically, since their number is not known before. */
export class LevelBuilder {
  private capacity = 1024;
  private nz = new Int32Array(this.capacity + 1);
  private begins = new Int32Array(this.capacity);
  private ends = new Int32Array(this.capacity);
  private readonly parents: Int32Array;
  private parent = 0;
  count = 0;

  constructor(parentCount: number) {
    this.parents = new Int32Array(parentCount + 1);
  }

  /** Adds a block that ends before non-zero `nzEnd` and touches rows rowBegin .. rowEnd. */
  add(nzEnd: number, rowBegin: number, rowEnd: number): void {
    if (this.count === this.capacity) this.grow();
    this.begins[this.count] = rowBegin;
    this.ends[this.count] = rowEnd;
    this.nz[++this.count] = nzEnd;
  }

  /** Marks the end of the present parent's blocks. */
  endParent(): void {
    this.parents[++this.parent] = this.count;
  }

  finish(): Level {
    return {
      count: this.count,
      nzOffsets: this.nz.slice(0, this.count + 1),
      rowBegins: this.begins.slice(0, this.count),
      rowEnds: this.ends.slice(0, this.count),
      parentOffsets: this.parents,
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const widen = (from: Int32Array, length: number) => {
      const to = new Int32Array(length);
      to.set(from);
      return to;
    };
    this.nz = widen(this.nz, this.capacity + 1);
    this.begins = widen(this.begins, this.capacity);
    this.ends = widen(this.ends, this.capacity);
  }
}

/** Row position of every entry. */
export function rowIndices(metadata: MetadataSet): Int32Array {
  const { indptr } = metadata.nonZeros;
  const rows = new Int32Array(entryCount(metadata));
  for (let p = 0; p + 1 < indptr.length; p++) rows.fill(p, indptr[p], indptr[p + 1]);
  return rows;
}

/** Most rows that a block of the level touches. */
export function mostRows({ rowBegins, rowEnds }: Level): number {
  return maxOf(rowEnds.map((end, b) => end - rowBegins[b]));
}

/** Differences of neighbours: sizes from offsets. */
export function sizesOf(offsets: Int32Array): Int32Array {
  const sizes = new Int32Array(Math.max(offsets.length - 1, 0));
  for (let i = 0; i < sizes.length; i++) sizes[i] = offsets[i + 1] - offsets[i];
  return sizes;
}

/** Entries of a level's smallest and largest block; 0 where it has none. */
export const sizeRange = oncePer(({ nzOffsets }: Level): { readonly least: number; readonly most: number } => {
  const sizes = sizesOf(nzOffsets);
  return { least: sizes.reduce((a, b) => Math.min(a, b), sizes[0] ?? 0), most: maxOf(sizes) };
});

export function maxOf(values: Int32Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > max) max = values[i];
  return max;
}

/** Whether every block of the level touches at most one row. */
export function singleRow(level: Level): boolean {
  for (let b = 0; b < level.count; b++) if (level.rowEnds[b] - level.rowBegins[b] > 1) return false;
  return true;
}

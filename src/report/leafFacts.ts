import { leafBlocks } from '../codegen/leafView.js';
import { storageOf } from '../codegen/storage.js';
import { lanesOf } from '../graph/apply.js';
import { mostRows, presentLevels, sizeRange } from '../metadata/levels.js';
import { entryCount, type Level, type LevelName, type MetadataSet, rowCount } from '../metadata/metadataSet.js';

/** One level of a leaf in numbers. */
export interface LevelFacts {
  readonly level: LevelName;
  readonly count: number;
  /** Entries of a block, padding included. */
  readonly smallest: number;
  readonly mean: number;
  readonly largest: number;
  /** Most rows that a block touches. */
  readonly mostRows: number;
}

/** One leaf of a graph in numbers: what `alphasparse inspect` prints. */
export interface LeafFacts {
  readonly rows: number;
  readonly nnz: number;
  /** Entries stored, padding included. */
  readonly stored: number;
  readonly levels: readonly LevelFacts[];
  readonly layout: string;
  readonly reduction: MetadataSet['reduction'];
  /** Threads of a warp group. */
  readonly lanes: number;
  readonly blocks: number;
}

/** Describes a leaf of a complete graph. */
export function leafFacts(leaf: MetadataSet): LeafFacts {
  const { kind, vector, group } = storageOf(leaf);
  const together = vector > 1 ? `, ${vector} entries together` : '';
  return {
    rows: rowCount(leaf),
    nnz: leaf.nnz,
    stored: entryCount(leaf),
    levels: presentLevels(leaf).map((level) => levelFacts(level, leaf.levels[level] as Level)),
    layout: kind === 'contiguous' ? `contiguous${together}` : `${kind} within each ${group ?? 'leaf'}${together}`,
    reduction: leaf.reduction,
    lanes: lanesOf(leaf),
    blocks: leafBlocks(leaf).blocks,
  };
}

function levelFacts(name: LevelName, level: Level): LevelFacts {
  const { count, nzOffsets } = level;
  const { least, most } = sizeRange(level);
  return {
    level: name,
    count,
    smallest: least,
    mean: count > 0 ? nzOffsets[count] / count : 0,
    largest: most,
    mostRows: mostRows(level),
  };
}

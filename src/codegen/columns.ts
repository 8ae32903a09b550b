import { columnsOfX } from '../metadata/columns.js';
import { levelOrRoot, presentLevels, singleRow } from '../metadata/levels.js';
import type { Level, LevelName, MetadataSet } from '../metadata/metadataSet.js';
import { columnSpans } from '../metadata/spans.js';
import { fitModel } from './compression/index.js';
import { type Dialect, type IndexType, indexBytes } from './dialect.js';
import { narrowestType } from './indexPacker.js';
import { splitRuns } from './runs.js';
import { inStorageOrder, type Storage } from './storage.js';

/** What is known where a column index is needed, as expressions. */
export interface ColumnContext {
  /** Number of the entry in the leaf's storage. */
  readonly entry: string;
  /** Number of the entry within its thread; a literal where steps are unrolled. */
  readonly k: number | undefined;
  /** The stored element, on forms that store one. */
  readonly raw: string;
  /** The base of the entry's run, on forms that have runs. */
  readonly runBase: string;
}

/** How a leaf's column indices are kept. */
export interface ColumnForm {
  readonly text: string;
  /** What is stored for each entry, in storage order; nothing when a model gives the column. */
  readonly stored?: { readonly values: Int32Array; readonly type: IndexType };
  /** Smallest column of each block of a level, which stored elements are relative to. */
  readonly base?: { readonly values: Int32Array; readonly level: LevelName | undefined };
  /** Smallest column of each run of so many neighbours in storage, read by the form itself. */
  readonly runs?: { readonly values: Int32Array; readonly shift: number };
  readonly needsRow: boolean;
  /** The thread's steps must be unrolled with literal numbers. */
  readonly needsLiteralSteps: boolean;
  emit(context: ColumnContext, dialect: Dialect): string;
}

/** Steps beyond which unrolling every entry of a thread makes more code than it saves. */
const mostLiteralSteps = 64;

/** The form with the fewest bytes that the leaf's compression options allow. */
export function columnForm(leaf: MetadataSet, storage: Storage): ColumnForm {
  if (leaf.stagesX) return staged(leaf, inStorageOrder(leaf.nonZeros.colIndices, storage.order));
  // Renumbering is for staging; without it, an entry stores its column of x.
  const unordered = columnsOfX(leaf);
  const columns = inStorageOrder(unordered, storage.order);
  if (leaf.compression.models) {
    const modelled = rowOffsets(leaf, storage, unordered) ?? byModel(columns);
    if (modelled) return modelled;
  }
  const { narrow, columnBase } = leaf.compression;
  const absolute = stored(columns, narrow);
  if (!narrow || columnBase === 'none') return absolute;
  const relative = {
    row: () => relativeToRow(leaf, storage, columns),
    block: () => relativeToBlock(leaf, columns),
    run: () => relativeToRun(columns),
  }[columnBase]();
  const width = (form: ColumnForm) => indexBytes[form.stored?.type ?? 'u32'];
  return relative && width(relative) < width(absolute) ? relative : absolute;
}

function stored(columns: Int32Array, narrow: boolean): ColumnForm {
  const type = narrowestType(columns, narrow);
  return {
    text: type,
    stored: { values: columns, type },
    needsRow: false,
    needsLiteralSteps: false,
    emit: ({ raw }) => raw,
  };
}

/** Places in the block's copy of x. Interleaving permutes entries within their block only. */
function staged(leaf: MetadataSet, columns: Int32Array): ColumnForm {
  const { count, nzOffsets } = leaf.levels.bmtb as Level;
  const { first } = columnSpans(leaf);
  const values = new Int32Array(columns.length);
  for (let b = 0; b < count; b++) {
    for (let i = nzOffsets[b]; i < nzOffsets[b + 1]; i++) values[i] = columns[i] - first[b];
  }
  const form = stored(values, leaf.compression.narrow);
  return { ...form, text: `staged ${form.text}` };
}

function byModel(columns: Int32Array): ColumnForm | undefined {
  const fitted = fitModel(columns);
  return (
    fitted && {
      text: fitted.text,
      needsRow: false,
      needsLiteralSteps: false,
      emit: ({ entry }, dialect) => fitted.emit(entry, dialect),
    }
  );
}

/**
 * column = clamp(row + offset[k]) for the k-th entry of every row, as on diagonals: no column is stored at all.
 * Two-dimensional, since it depends on the thread's row and on the step.
 */
function rowOffsets(leaf: MetadataSet, storage: Storage, columns: Int32Array): ColumnForm | undefined {
  const level = leaf.levels.bmt as Level;
  const width = storage.units === undefined ? 0 : storage.units * storage.vector;
  if (width === 0 || width > mostLiteralSteps || level.count < 2 || !knowsRow(leaf)) return undefined;
  const rowOf = (b: number) => leaf.originRows[level.rowBegins[b]];
  // A middle row is the least likely to be clamped.
  const middle = level.count >> 1;
  const offsets = Array.from({ length: width }, (_, k) => findOffset(k));
  const clamp = (column: number) => Math.min(Math.max(column, 0), leaf.cols - 1);
  let clamps = false;
  for (let b = 0; b < level.count; b++) {
    const row = rowOf(b);
    for (let k = 0; k < width; k++) {
      const column = row + offsets[k];
      if (column < 0 || column >= leaf.cols) clamps = true;
      if (clamp(column) !== columns[level.nzOffsets[b] + k]) return undefined;
    }
  }
  return {
    text: `row + [${offsets.join(', ')}][k]`,
    needsRow: true,
    needsLiteralSteps: true,
    emit: ({ k }, dialect) => {
      const offset = offsets[k ?? 0];
      if (clamps) return dialect.clampedColumn('row', offset, leaf.cols);
      return offset === 0 ? 'row' : `row + ${dialect.u32(offset)}`;
    },
  };

  function findOffset(k: number): number {
    for (let d = 0; d < level.count; d++) {
      const b = (middle + d) % level.count;
      const column = columns[level.nzOffsets[b] + k];
      if (column > 0 && column < leaf.cols - 1) return column - rowOf(b);
    }
    return columns[level.nzOffsets[middle] + k] - rowOf(middle);
  }
}

/** column = row + stored - bias: matrices whose entries lie near the diagonal. */
function relativeToRow(leaf: MetadataSet, storage: Storage, columns: Int32Array): ColumnForm | undefined {
  if (!knowsRow(leaf)) return undefined;
  const rows = inStorageOrder(rowsOfEntries(leaf), storage.order);
  let least = 0;
  for (let i = 0; i < columns.length; i++) least = Math.min(least, columns[i] - rows[i]);
  const values = columns.map((column, i) => column - rows[i] - least);
  const type = narrowestType(values, true);
  return {
    text: `row + ${type} - ${-least}`,
    stored: { values, type },
    needsRow: true,
    needsLiteralSteps: false,
    emit: ({ raw }, dialect) => `row + ${raw} + ${dialect.u32(least)}`,
  };
}

/** column = base[block] + stored, over the blocks of the level above threads. */
function relativeToBlock(leaf: MetadataSet, columns: Int32Array): ColumnForm | undefined {
  const name = presentLevels(leaf)
    .filter((level) => level !== 'bmt')
    .at(-1);
  if (!name) return undefined;
  const blocks = levelOrRoot(leaf, name);
  const base = new Int32Array(blocks.count);
  const values = new Int32Array(columns.length);
  // Interleaving permutes entries within their parent only, so a block's range is the same in storage.
  for (let b = 0; b < blocks.count; b++) {
    let least = blocks.nzOffsets[b] < blocks.nzOffsets[b + 1] ? leaf.cols : 0;
    for (let i = blocks.nzOffsets[b]; i < blocks.nzOffsets[b + 1]; i++) least = Math.min(least, columns[i]);
    base[b] = least;
    for (let i = blocks.nzOffsets[b]; i < blocks.nzOffsets[b + 1]; i++) values[i] = columns[i] - least;
  }
  const type = narrowestType(values, true);
  return {
    text: `base[${name}] + ${type}`,
    stored: { values, type },
    base: { values: base, level: name },
    needsRow: false,
    needsLiteralSteps: false,
    emit: ({ raw }) => `column_base + ${raw}`,
  };
}

/** A run is what a warp reads at a time in vectors of four. */
const runShift = 7;

/** column = base[run of 128 neighbours in storage] + stored: entries in the order of their columns. */
function relativeToRun(columns: Int32Array): ColumnForm {
  const { bases, differences } = splitRuns(columns, runShift);
  const type = narrowestType(differences, true);
  return {
    text: `base[entry / ${2 ** runShift}] + ${type}`,
    stored: { values: differences, type },
    runs: { values: bases, shift: runShift },
    needsRow: false,
    needsLiteralSteps: false,
    emit: ({ raw, runBase }) => `${runBase} + ${raw}`,
  };
}

function rowsOfEntries(leaf: MetadataSet): Int32Array {
  const { indptr } = leaf.nonZeros;
  const rows = new Int32Array(leaf.nonZeros.colIndices.length);
  for (let p = 0; p + 1 < indptr.length; p++) rows.fill(leaf.originRows[p], indptr[p], indptr[p + 1]);
  return rows;
}

/** Whether a thread works on one row, whose index it has at hand. */
function knowsRow(leaf: MetadataSet): boolean {
  return leaf.reduction.thread === 'total' && singleRow(leaf.levels.bmt as Level);
}

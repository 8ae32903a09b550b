import type { Level, MetadataSet } from '../metadata/metadataSet.js';
import { rowsInBlocks } from './arrays.js';
import type { ColumnForm } from './columns.js';
import { fitModel } from './compression/index.js';
import type { Fitted } from './compression/model.js';
import type { Dialect, Slot, StoredValue, ValueLayout } from './dialect.js';
import { narrowestType } from './indexPacker.js';
import type { IndexStore } from './indexStore.js';
import type { Dtype } from './kernelSource.js';
import type { Storage } from './storage.js';
import { render } from './templates.js';

/** One entry in the hands of a thread, as expressions. */
export interface Entry {
  /** Number of the entry within its thread. */
  readonly k: string;
  readonly value: string;
  readonly x: string;
  /** Whether entries may be padding, which must be skipped. */
  readonly guarded: boolean;
  readonly isPadding: string;
  /** Whether k may be 0 here. */
  readonly maybeFirst: boolean;
  /** The condition under which there is an entry; value and x are 0 where it fails. */
  readonly inRange: string | undefined;
  /** The entry's row within its BMTB, where the reduction scatters. */
  readonly localRow: string;
  /** The column, where entries stand for their mirror images too and so add to y there. */
  readonly column: string | undefined;
}

/** The statements that a thread reduction does for each entry. */
export type EntryBody = (entry: Entry) => string;

export interface EntryLoopOptions {
  readonly leaf: MetadataSet;
  readonly storage: Storage;
  readonly columns: ColumnForm;
  readonly dialect: Dialect;
  readonly dtype: Dtype;
  readonly values: ValueLayout;
  readonly valueBase: number;
  /** With a dictionary: which of the leaf's stored values each entry has. */
  readonly codes: Int32Array | undefined;
  readonly guarded: boolean;
  readonly unroll: number;
  readonly read: (name: string, index: string) => string;
  readonly store: IndexStore;
}

/** Constant trips up to this length are written out. */
const mostWrittenOut = 64;

/** A unit among those that a thread loads together. */
export interface UnitSlot {
  readonly unit: string;
  readonly step: string;
  readonly inRange?: string;
}

/** Renders a thread's walk over its entries. */
export function entryLoop(body: EntryBody, options: EntryLoopOptions): string {
  const { leaf, storage, columns, dialect, read } = options;
  const { units, vector, kind } = storage;
  const group = leaf.levels.bmw ? 'bmw' : leaf.levels.bmtb ? 'bmtb' : '0u';
  const inGroup = leaf.levels.bmw ? 'lane' : leaf.levels.bmtb ? 'in_block' : 'bmt';
  const threads = leaf.levels.bmw || leaf.levels.bmtb ? 'bmt_count' : dialect.u32((leaf.levels.bmt as Level).count);
  const loadColumns = columnLoader(options);
  const loadValues = valueLoader(options);
  const loadRows = rowLoader(options);
  // Steps are written out where that gives every entry a literal number, and in CUDA wherever they are few.
  const writtenOut =
    units !== undefined &&
    (columns.needsLiteralSteps || units === 1 || (dialect.language === 'cuda' && units <= mostWrittenOut));

  const view = {
    kind,
    group,
    inGroup,
    units,
    writtenOut,
    unroll: options.unroll,
    stride: kind === 'strided' ? threads : '1u',
    columnBase:
      columns.base &&
      options.store.read('columnBase', group, dialect, leaf.compression, () => columns.base?.values as Int32Array),
    read,
    get start() {
      if (kind === 'strided') return `${read('groupUnitOffsets', group)} + ${inGroup}`;
      return read('bmtUnitOffsets', 'bmt');
    },
    get end() {
      return kind === 'strided' ? read('groupUnitOffsets', `${group} + 1u`) : read('bmtUnitOffsets', 'bmt + 1u');
    },
    times: (step: number | string) => {
      const text = typeof step === 'number' ? `${step}u` : step;
      return kind === 'strided' ? `${text} * ${threads}` : text;
    },
    unit: (unit: string, step: string) => renderBatch([{ unit, step }]),
    batch: renderBatch,
  };
  const runBase = (entry: string) =>
    columns.runs
      ? options.store.read(
          'columnRuns',
          `(${entry} >> ${columns.runs.shift}u)`,
          dialect,
          leaf.compression,
          () => columns.runs?.values as Int32Array,
        )
      : '';
  return units === 0 ? '' : render(dialect.language, 'fragments/entries', view);

  /**
   * Loads several units (`vector` neighbours each), gathers their x, then does the body for each of their entries.
   * In this order all loads of a batch are in flight together, where a loop over units would wait for each.
   */
  function renderBatch(slots: readonly UnitSlot[]): string {
    const parts = slots.map((slot, i) =>
      renderUnit(slot, { suffix: slots.length > 1 ? `${i}` : '', inRange: slot.inRange }),
    );
    return (['loads', 'gathers', 'uses'] as const).flatMap((phase) => parts.map((part) => part[phase])).join('\n');
  }

  function renderUnit({ unit, step }: UnitSlot, slot: Slot) {
    const values = loadValues(unit, vector, slot);
    const raw = loadColumns?.(unit, vector, slot);
    const rows = loadRows?.(unit, vector, slot);
    const scaled = (base: string, c: number) => (vector === 1 ? base : `${base} * ${vector}u + ${c}u`);
    const literal = (c: number) => (writtenOut ? Number.parseInt(step, 10) * vector + c : undefined);
    const found = values.values.map((_, c) =>
      columns.emit(
        {
          entry: scaled(unit, c),
          k: literal(c),
          raw: raw?.elements[c] ?? '',
          runBase: runBase(`(${scaled(unit, c)})`),
        },
        dialect,
      ),
    );
    // A column that is used twice gets a name.
    const names = found.map((column, c) => (leaf.mirrors ? `column${slot.suffix}_${c}` : column));
    const naming = leaf.mirrors ? found.map((column, c) => `${dialect.define(names[c], column)}\n`).join('') : '';
    const x = dialect.loadX(options.dtype, names, slot, leaf.stagesX === true);
    const uses = values.values.map(({ number, isPadding }, c) => {
      const k = literal(c);
      return body({
        k: k !== undefined ? `${k}u` : vector === 1 ? step : `(${scaled(`(${step})`, c)})`,
        value: number,
        x: dialect.toSum(options.dtype, x.elements[c]),
        guarded: options.guarded,
        isPadding,
        maybeFirst: k === undefined || k === 0,
        inRange: slot.inRange,
        localRow: rows?.elements[c] ?? '',
        column: leaf.mirrors ? names[c] : undefined,
      });
    });
    return {
      loads: [values.loads, raw?.statements, rows?.statements].filter((part) => part).join('\n'),
      gathers: `${values.gathers}\n${naming}${x.statements}`,
      uses: uses.join('\n'),
    };
  }
}

/** Stores the columns where their form needs it, and tells how a unit's are loaded. */
function columnLoader({ columns, store, dialect, leaf }: EntryLoopOptions) {
  if (columns.stored)
    return store.storeVectors('columns', 'packed', columns.stored.values, columns.stored.type, dialect);
  store.note('columns', leaf.nonZeros.colIndices.length, columns.text);
  return undefined;
}

/** Where products scatter: stores the row of each entry within its BMTB, and tells how a unit's are loaded. */
function rowLoader({ leaf, storage, store, dialect }: EntryLoopOptions) {
  if (leaf.reduction.thread !== 'scatter') return undefined;
  const rows = rowsInBlocks(leaf, storage);
  return store.storeVectors('rowsInBlocks', 'local_row', rows, narrowestType(rows, leaf.compression.narrow), dialect);
}

/** What it takes to have a unit's values: loads that depend on nothing, then gathers that depend on those. */
interface ValueLoads {
  readonly loads: string;
  readonly gathers: string;
  readonly values: readonly StoredValue[];
}

/** Tells how a unit's values are loaded: one an entry, or by codes that a model gives or an array holds. */
function valueLoader({ codes, store, dialect, values: layout, valueBase, leaf }: EntryLoopOptions) {
  if (!codes) {
    return (unit: string, count: number, slot: Slot): ValueLoads => {
      const { statements, values } = dialect.loadValues(layout, valueBase, unit, count, slot);
      return { loads: statements, gathers: '', values };
    };
  }
  const fitted = leaf.compression.models ? fitModel(codes) : undefined;
  if (fitted) store.note('valueCodes', codes.length, fitted.text);
  const load = fitted ? undefined : store.storeVectors('valueCodes', 'code', codes, 'u8', dialect);
  return (unit: string, count: number, slot: Slot): ValueLoads => {
    const entry = (c: number) => (count === 1 ? unit : `${unit} * ${count}u + ${c}u`);
    const stored = load?.(unit, count, slot);
    const names =
      stored?.elements ?? Array.from({ length: count }, (_, c) => (fitted as Fitted).emit(entry(c), dialect));
    const { statements, values } = dialect.lookUpValues(layout, valueBase, names, slot);
    return { loads: stored?.statements ?? '', gathers: statements, values };
  };
}

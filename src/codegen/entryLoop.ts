import type { Level, MetadataSet } from '../metadata/metadataSet.js';
import type { ColumnForm } from './columns.js';
import type { Dialect } from './dialect.js';
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
}

/** The statements that a thread reduction does for each entry. */
export type EntryBody = (entry: Entry) => string;

export interface EntryLoopOptions {
  readonly leaf: MetadataSet;
  readonly storage: Storage;
  readonly columns: ColumnForm;
  readonly dialect: Dialect;
  readonly dtype: Dtype;
  readonly valueBase: number;
  readonly guarded: boolean;
  readonly unroll: number;
  readonly read: (name: string, index: string) => string;
  readonly store: IndexStore;
}

/** Constant trips up to this length are unrolled in full. */
const mostUnrolled = 64;

/** Renders a thread's walk over its entries. */
export function entryLoop(body: EntryBody, options: EntryLoopOptions): string {
  const { leaf, storage, columns, dialect, read } = options;
  const { units, vector, kind } = storage;
  const group = leaf.levels.bmw ? 'bmw' : leaf.levels.bmtb ? 'bmtb' : '0u';
  const inGroup = leaf.levels.bmw ? 'lane' : leaf.levels.bmtb ? 'in_block' : 'bmt';
  const threads = leaf.levels.bmw || leaf.levels.bmtb ? 'bmt_count' : dialect.u32((leaf.levels.bmt as Level).count);
  const loadColumns = columnLoader(options);
  const literalSteps = units !== undefined && (columns.needsLiteralSteps || units === 1);

  const view = {
    kind,
    group,
    inGroup,
    units,
    literalSteps,
    stride: kind === 'strided' ? threads : '1u',
    unrollPragma: units !== undefined && units <= mostUnrolled ? '#pragma unroll' : `#pragma unroll ${options.unroll}`,
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
    unit: (unit: string, step: string) => renderUnit(unit, step),
  };
  return units === 0 ? '' : render(dialect.language, 'fragments/entries', view);

  /** Loads one unit (`vector` neighbours) and does the body for each of its entries. */
  function renderUnit(unit: string, step: string): string {
    const values = dialect.loadValues(options.dtype, options.valueBase, unit, vector);
    const raw = loadColumns?.(unit, vector);
    const lines = [values.statements, raw?.statements ?? ''];
    for (let c = 0; c < vector; c++) {
      const scaled = (base: string) => (vector === 1 ? base : `${base} * ${vector}u + ${c}u`);
      const literal = literalSteps ? Number.parseInt(step, 10) * vector + c : undefined;
      const column = columns.emit({ entry: scaled(unit), k: literal, raw: raw?.elements[c] ?? '' }, dialect);
      const value = values.elements[c];
      lines.push(
        body({
          k: literal === undefined ? (vector === 1 ? step : `(${scaled(step)})`) : `${literal}u`,
          value: dialect.toSum(options.dtype, value),
          x: dialect.loadX(options.dtype, column),
          guarded: options.guarded,
          isPadding: dialect.isPadding(options.dtype, value),
          maybeFirst: literal === undefined || literal === 0,
        }),
      );
    }
    return lines.join('\n');
  }
}

/** Stores the columns where their form needs it, and tells how a unit's are loaded. */
function columnLoader({ columns, store, dialect, leaf }: EntryLoopOptions) {
  if (columns.stored) return store.storeVectors('columns', columns.stored.values, columns.stored.type, dialect);
  store.note('columns', leaf.nonZeros.colIndices.length, columns.text);
  return undefined;
}

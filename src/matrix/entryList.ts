import type { CooSegment } from './coo.js';

/** Entries as a reader finds them, in segments that grow with what was found and never move. */
export interface EntryList {
  readonly segments: CooSegment[];
  readonly declared: number;
  readonly withValues: boolean;
  /** Entries (or array values) read so far. */
  found: number;
  /** Which triangle a symmetric file keeps, once known: true for the lower. */
  triangle?: boolean;
  /** Next place of an array file. */
  readonly place: { row: number; col: number };
}

const firstSegment = 1 << 12;
const largestSegment = 1 << 20;

export function entryList(declared: number, withValues: boolean): EntryList {
  return { segments: [], declared, withValues, found: 0, place: { row: 0, col: 0 } };
}

/** Appends a segment as large as all before it, within limits and no larger than what is still to come. */
export function pushSegment(entries: EntryList): CooSegment {
  const { segments, declared, found, withValues } = entries;
  const length = Math.max(1, Math.min(Math.max(found, firstSegment), largestSegment, declared - found));
  const segment: CooSegment = {
    rows: new Int32Array(length),
    cols: new Int32Array(length),
    values: withValues ? new Float64Array(length) : undefined,
    length: 0,
  };
  segments.push(segment);
  return segment;
}

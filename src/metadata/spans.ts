import type { Level, MetadataSet, NonZeros } from './metadataSet.js';

/** First columns begin at a multiple of this, so that x can be copied by wide loads. */
const alignment = 4;

/** The columns, or column positions, that each BMTB reads: first[b] .. first[b] + counts[b]. */
export interface Spans {
  readonly first: Int32Array;
  readonly counts: Int32Array;
  readonly most: number;
  /** Whether all BMTBs read the same columns, so that one copy of x serves them all. */
  readonly shared: boolean;
}

/** Legality, the size of shared memory, columns and templates all ask for the spans of one leaf. */
const known = new WeakMap<NonZeros, { level: Level; spans: Spans }>();

/** The column spans of the BMTBs of a leaf. Renumbered columns were chosen to be staged together: all are read. */
export function columnSpans(metadata: MetadataSet): Spans {
  const level = metadata.levels.bmtb as Level;
  let found = known.get(metadata.nonZeros);
  if (found?.level !== level) {
    found = { level, spans: computeSpans(metadata, level) };
    known.set(metadata.nonZeros, found);
  }
  return found.spans;
}

function computeSpans(metadata: MetadataSet, { count, nzOffsets }: Level): Spans {
  const { colIndices } = metadata.nonZeros;
  const first = new Int32Array(count);
  if (metadata.originCols) {
    const most = metadata.originCols.length;
    return { first, counts: new Int32Array(count).fill(most), most, shared: true };
  }
  const counts = new Int32Array(count);
  let most = 0;
  for (let b = 0; b < count; b++) {
    let least = metadata.cols;
    let last = -1;
    for (let i = nzOffsets[b]; i < nzOffsets[b + 1]; i++) {
      if (colIndices[i] < least) least = colIndices[i];
      if (colIndices[i] > last) last = colIndices[i];
    }
    if (last < 0) continue;
    first[b] = least - (least % alignment);
    counts[b] = last + 1 - first[b];
    most = Math.max(most, counts[b]);
  }
  const shared = counts.every((columns, b) => columns === counts[0] && first[b] === first[0]);
  return { first, counts, most, shared };
}

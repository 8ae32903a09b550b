import { filledColumns, positionIn, renumberColumns } from '../../metadata/columns.js';
import { entryCount, type MetadataSet } from '../../metadata/metadataSet.js';
import { orderByKeyDescending, selectFilledRows } from '../../metadata/select.js';
import { oncePer } from '../../oncePer.js';
import { integerParam, type Operator, type Refusal, unless } from '../operator.js';
import { beforeCompress, naturalColumns } from './preconditions.js';

/** A first branch with a smaller share of the entries does not pay for the copies of x that its blocks make. */
const leastShare = 0.1;

export const hotColDiv: Operator = {
  name: 'HOT_COL_DIV',
  stage: 'converting',
  source:
    'frequency-based clustering and CSR segmenting (Zhang et al., "Making caches work for graph analytics", 2017)',
  summary:
    'Sends the entries of the most popular columns to a first branch, whose columns are renumbered so that STAGE_X gathers just these.',
  example:
    'count 1: column 1 has 3 of 6 entries → branch 0 with these, its column 0 standing for 1; the rest → branch 1',
  params: {
    count: integerParam('most columns of the first branch; those with no more entries than the mean stay out', {
      min: 1,
      max: 1 << 24,
      default: 24576,
      coarse: [8192, 24576],
      fine: [4096, 16384, 49152, 57344],
    }),
  },
  properties: {},
  legal: (metadata, params) =>
    beforeCompress(metadata) ??
    naturalColumns(metadata) ??
    unless([metadata.cols > (params.count as number), `all ${metadata.cols} columns would be popular ones`]) ??
    worthIt(metadata, params.count as number),
  divide(metadata, params) {
    const { columns } = popular(metadata, params.count as number);
    const { colIndices } = metadata.nonZeros;
    const position = positionIn(columns, metadata);
    const hot = new Uint8Array(entryCount(metadata));
    for (let i = 0; i < hot.length; i++) hot[i] = Number(position(colIndices[i]) >= 0);
    return [renumberColumns(selectFilledRows(metadata, hot, 1), columns), selectFilledRows(metadata, hot, 0)];
  },
};

function worthIt(metadata: MetadataSet, count: number): Refusal | undefined {
  const total = entryCount(metadata);
  const { columns, entries } = popular(metadata, count);
  return unless(
    [
      entries > 0 && entries >= leastShare * total,
      `the ${columns.length} most popular columns hold ${entries} of ${total} entries; ${leastShare * 100} % are needed`,
    ],
    [entries < total, `the ${columns.length} most popular columns hold all entries`],
  );
}

// A design is first asked whether it is legal, then applied.
const filled = oncePer(filledColumns);

/**
 * The `count` columns with the most entries, those with no more than the mean left out, and what they hold. They stay
 * in the order of the matrix, so that a block that gathers their x finds neighbours in one sector of memory.
 */
function popular(metadata: MetadataSet, count: number): { columns: Int32Array; entries: number } {
  const { columns, lengths } = filled(metadata);
  const order = new Int32Array(columns.length);
  orderByKeyDescending(lengths, 0, lengths.length, order);
  const mean = entryCount(metadata) / Math.max(columns.length, 1);
  let taken = 0;
  let entries = 0;
  while (taken < count && lengths[order[taken]] > mean) entries += lengths[order[taken++]];
  return {
    columns: order
      .slice(0, taken)
      .sort()
      .map((position) => columns[position]),
    entries,
  };
}

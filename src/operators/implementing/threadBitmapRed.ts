import { sizeRange, sizesOf } from '../../metadata/levels.js';
import type { Level, MetadataSet } from '../../metadata/metadataSet.js';
import { type Operator, type Refusal, unless } from '../operator.js';
import { canReduce, knowsRow, withReduction } from './preconditions.js';

/** One bit an entry in one word a thread. */
const mostEntries = 32;

export const threadBitmapRed: Operator = {
  name: 'THREAD_BITMAP_RED',
  stage: 'implementing',
  source: 'CSR5 (Liu and Vinter, 2015), bit flags; Yang et al. (2018)',
  summary:
    'Each thread walks its entries with a bitmap of row starts and ends a sum at each bit; its BMT may touch many rows.',
  example: 'thread with entries of rows 0 0 1 → bitmap 101, sums for rows 0 and 1',
  params: {},
  properties: { reduces: 'thread' },
  legal: (metadata) => canReduce(metadata, 'thread') ?? knowsRow(metadata) ?? bitsSuffice(metadata),
  apply: (metadata) => withReduction(metadata, { thread: 'bitmap' }),
};

function bitsSuffice(metadata: MetadataSet): Refusal | undefined {
  const { most } = sizeRange(metadata.levels.bmt as Level);
  const empty = sizesOf(metadata.nonZeros.indptr).indexOf(0);
  return unless(
    [most <= mostEntries, `a BMT holds ${most} entries; its bitmap has ${mostEntries} bits`],
    [empty < 0, `row position ${empty} has no entry, so no bit can mark it: COMPRESS with emptyRows = drop`],
  );
}

import { maxOf, sizesOf } from '../../metadata/levels.js';
import { type Level, type MetadataSet, withKeys } from '../../metadata/metadataSet.js';
import { padBlocks } from '../../metadata/padding.js';
import { integerParam, type Operator, type Params, unless } from '../operator.js';
import { byRows, cut } from './cutting.js';
import { bounded, isFinest, roundUp } from './pads.js';

export const bmtbRowPad: Operator = {
  name: 'BMTB_ROW_PAD',
  stage: 'mapping',
  source: 'SELL-P (Anzt et al., 2014)',
  summary: 'Pads all rows of a BMTB to the length of its longest, rounded up to a multiple.',
  example: 'multiple 2: a block with row lengths 1 and 3 → 4 entries each',
  params: {
    multiple: integerParam('entries a row', { min: 1, max: 256, default: 1, coarse: [1, 8], fine: [2, 4, 16, 32] }),
  },
  properties: { pads: true },
  legal: (metadata, params) =>
    isFinest(metadata, 'bmtb') ??
    unless([ownsRows(metadata), 'a BMTB must hold whole rows']) ??
    bounded(metadata, missing(metadata, params)),
  apply(metadata, params) {
    const padded = padBlocks(cut(metadata, 'bmt', byRows(1)), 'bmt', missing(metadata, params));
    return withKeys(padded, { levels: { bmtb: padded.levels.bmtb } });
  },
};

/** Whether the blocks of the finest level are cut between rows. */
export function ownsRows(metadata: MetadataSet): boolean {
  const level = metadata.levels.bmtb as Level;
  const { indptr } = metadata.nonZeros;
  return level.rowBegins.every(
    (row, b) => indptr[row] === level.nzOffsets[b] && (b === 0 || row >= level.rowEnds[b - 1]),
  );
}

/** What each row of each block lacks. Blocks may leave out empty rows, so this does not count rows of the leaf. */
function missing(metadata: MetadataSet, params: Params): Int32Array {
  const level = metadata.levels.bmtb as Level;
  const lengths = sizesOf(metadata.nonZeros.indptr);
  const extra: number[] = [];
  for (let b = 0; b < level.count; b++) {
    const target = roundUp(maxOf(lengths.subarray(level.rowBegins[b], level.rowEnds[b])), params.multiple as number);
    for (let row = level.rowBegins[b]; row < level.rowEnds[b]; row++) extra.push(target - lengths[row]);
  }
  return Int32Array.from(extra);
}

import { maxOf, sizesOf } from '../../metadata/levels.js';
import type { Level, MetadataSet } from '../../metadata/metadataSet.js';
import { padBlocks } from '../../metadata/padding.js';
import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { bounded, isFinest, roundUp } from './pads.js';

export const bmtPad: Operator = {
  name: 'BMT_PAD',
  stage: 'mapping',
  source: 'ELL (Bell and Garland, 2009); SELL (Monakov et al., 2010)',
  summary: 'Pads BMTs to the size of the largest in their parent or in the leaf, and to a multiple.',
  example: 'to parent: threads of a warp with 1 and 3 entries → 3 entries each, two of them padding',
  params: {
    to: choiceParam(
      'pad to the largest BMT of the `parent`, of the whole `leaf`, or only to the `multiple`',
      ['parent', 'leaf', 'multiple'] as const,
      'parent',
    ),
    multiple: integerParam('entries a thread, so that wide loads fit', {
      min: 1,
      max: 32,
      default: 1,
      coarse: [1],
      fine: [2, 4],
    }),
  },
  properties: { pads: true },
  legal: (metadata, params) => isFinest(metadata, 'bmt') ?? bounded(metadata, missing(metadata, params)),
  apply: (metadata, params) => padBlocks(metadata, 'bmt', missing(metadata, params)),
};

function missing(metadata: MetadataSet, params: Params): Int32Array {
  const level = metadata.levels.bmt as Level;
  const sizes = sizesOf(level.nzOffsets);
  const multiple = params.multiple as number;
  if (params.to === 'multiple') return sizes.map((size) => roundUp(size, multiple) - size);
  if (params.to === 'leaf') {
    const target = roundUp(maxOf(sizes), multiple);
    return sizes.map((size) => target - size);
  }
  const extra = new Int32Array(level.count);
  for (let p = 0; p + 1 < level.parentOffsets.length; p++) {
    const begin = level.parentOffsets[p];
    const end = level.parentOffsets[p + 1];
    const target = roundUp(maxOf(sizes.subarray(begin, end)), multiple);
    for (let b = begin; b < end; b++) extra[b] = target - sizes[b];
  }
  return extra;
}

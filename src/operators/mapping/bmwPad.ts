import type { Level } from '../../metadata/metadataSet.js';
import { padBlocks } from '../../metadata/padding.js';
import { integerParam, type Operator } from '../operator.js';
import { bounded, isFinest, lackToMultiple } from './pads.js';

export const bmwPad: Operator = {
  name: 'BMW_PAD',
  stage: 'mapping',
  source: 'padded CSR (Oberhuber et al., 2011)',
  summary: 'Pads each BMW to a multiple of entries, in its last row, so that it begins at an aligned address.',
  example: 'multiple 4: a warp with 3 entries gets a fourth that is padding',
  params: {
    multiple: integerParam('entries', { min: 1, max: 4096, default: 32, coarse: [32], fine: [4, 8, 16, 64, 128] }),
  },
  properties: { pads: true },
  legal: (metadata, params) =>
    isFinest(metadata, 'bmw') ??
    bounded(metadata, lackToMultiple(metadata.levels.bmw as Level, params.multiple as number)),
  apply: (metadata, params) =>
    padBlocks(metadata, 'bmw', lackToMultiple(metadata.levels.bmw as Level, params.multiple as number)),
};

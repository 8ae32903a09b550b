import type { Operator } from '../operator.js';
import { canReduce, needsLevel, withReduction } from './preconditions.js';

export const warpSegRed: Operator = {
  name: 'WARP_SEG_RED',
  stage: 'implementing',
  source: 'segmented reduction: COO (Bell and Garland, 2009), CSR5 (Liu and Vinter, 2015)',
  summary:
    'Lanes of equal rows add up by a segmented shuffle reduction that compares row indices; sums that threads leave open are joined.',
  example: 'lanes of rows 0 0 1 → lane 0 has the sum of row 0, lane 2 that of row 1',
  params: {},
  properties: { reduces: 'warp' },
  legal: (metadata) => canReduce(metadata, 'warp') ?? needsLevel(metadata, 'bmw'),
  apply: (metadata) => withReduction(metadata, { warp: 'segmented' }),
};

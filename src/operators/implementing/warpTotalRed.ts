import type { Operator } from '../operator.js';
import { canReduceLanes, singleRowed, withReduction } from './preconditions.js';

export const warpTotalRed: Operator = {
  name: 'WARP_TOTAL_RED',
  stage: 'implementing',
  source: 'CSR-vector (Bell and Garland, 2009)',
  summary: 'The lanes of a warp add their sums up by shuffles; the BMW lies in one row.',
  example: 'lanes with s t of one row → lane 0 has s + t',
  params: {},
  properties: { reduces: 'warp' },
  legal: (metadata) => canReduceLanes(metadata) ?? singleRowed(metadata, 'bmw'),
  apply: (metadata) => withReduction(metadata, { warp: 'total' }),
};

import { type Operator, unless } from '../operator.js';
import { canReduce, needsLevel, singleRowed, withReduction } from './preconditions.js';

export const warpTotalRed: Operator = {
  name: 'WARP_TOTAL_RED',
  stage: 'implementing',
  source: 'CSR-vector (Bell and Garland, 2009)',
  summary: 'The lanes of a warp add their sums up by shuffles; the BMW lies in one row.',
  example: 'lanes with s t of one row → lane 0 has s + t',
  params: {},
  properties: { reduces: 'warp' },
  legal: (metadata) =>
    canReduce(metadata, 'warp') ??
    needsLevel(metadata, 'bmw') ??
    unless([metadata.reduction.thread === 'total', 'lanes must hold one sum each: use THREAD_TOTAL_RED']) ??
    singleRowed(metadata, 'bmw'),
  apply: (metadata) => withReduction(metadata, { warp: 'total' }),
};

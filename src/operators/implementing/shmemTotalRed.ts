import { type Operator, unless } from '../operator.js';
import { canReduce, needsLevel, singleRowed, withReduction } from './preconditions.js';

export const shmemTotalRed: Operator = {
  name: 'SHMEM_TOTAL_RED',
  stage: 'implementing',
  source: 'CSR-VectorL (Greathouse and Daga, 2014)',
  summary: 'All threads of a block add their sums up through shared memory; the BMTB lies in one row.',
  example: 'threads with s t u v of one row → thread 0 has s + t + u + v',
  params: {},
  properties: { reduces: 'block' },
  legal: (metadata) =>
    canReduce(metadata, 'block') ??
    needsLevel(metadata, 'bmtb') ??
    unless(
      [metadata.reduction.thread === 'total', 'threads must hold one sum each: use THREAD_TOTAL_RED'],
      [metadata.reduction.warp !== 'bitmap' && metadata.reduction.warp !== 'segmented', 'warps must hold one sum each'],
    ) ??
    singleRowed(metadata, 'bmtb'),
  apply: (metadata) => withReduction(metadata, { block: 'total' }),
};

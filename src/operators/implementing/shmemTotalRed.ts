import type { Operator } from '../operator.js';
import { canReduceBlock, singleRowed, withReduction } from './preconditions.js';

export const shmemTotalRed: Operator = {
  name: 'SHMEM_TOTAL_RED',
  stage: 'implementing',
  source: 'CSR-VectorL (Greathouse and Daga, 2014)',
  summary: 'All threads of a block add their sums up through shared memory; the BMTB lies in one row.',
  example: 'threads with s t u v of one row → thread 0 has s + t + u + v',
  params: {},
  properties: { reduces: 'block' },
  legal: (metadata) => canReduceBlock(metadata) ?? singleRowed(metadata, 'bmtb'),
  apply: (metadata) => withReduction(metadata, { block: 'total' }),
};

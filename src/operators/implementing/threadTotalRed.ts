import type { Operator } from '../operator.js';
import { canReduce, singleRowed, withReduction } from './preconditions.js';

export const threadTotalRed: Operator = {
  name: 'THREAD_TOTAL_RED',
  stage: 'implementing',
  source: 'CSR-scalar, ELL (Bell and Garland, 2009)',
  summary: 'Each thread adds all its products up in a register; its BMT lies in one row.',
  example: 'thread with a b of one row → one sum a x + b x',
  params: {},
  properties: { reduces: 'thread' },
  legal: (metadata) => canReduce(metadata, 'thread') ?? singleRowed(metadata, 'bmt'),
  apply: (metadata) => withReduction(metadata, { thread: 'total' }),
};

import { maxPartials } from '../../metadata/partials.js';
import { type Operator, unless } from '../operator.js';
import { canReduceBlock, withReduction } from './preconditions.js';

/** Partial sums a block may hold in shared memory: 16 KiB of f32, what every WebGPU device has. */
const mostPartials = 4096;

export const shmemOffsetRed: Operator = {
  name: 'SHMEM_OFFSET_RED',
  stage: 'implementing',
  source: 'CSR-Stream (Greathouse and Daga, 2014)',
  summary: 'Sums go to shared memory; then one thread a row adds up those between the row’s offsets.',
  example: 'sums s t u with row offsets 0 2 3 → row 0 has s + t, row 1 has u',
  params: {},
  properties: { reduces: 'block' },
  legal: (metadata) =>
    canReduceBlock(metadata) ??
    unless([
      maxPartials(metadata) <= mostPartials,
      `a block would hold ${maxPartials(metadata)} partial sums; the bound is ${mostPartials}`,
    ]),
  apply: (metadata) => withReduction(metadata, { block: 'offset' }),
};

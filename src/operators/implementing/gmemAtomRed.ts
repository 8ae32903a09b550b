import type { Operator } from '../operator.js';
import { canReduce, withReduction } from './preconditions.js';

export const gmemAtomRed: Operator = {
  name: 'GMEM_ATOM_RED',
  stage: 'implementing',
  source: 'COO (Bell and Garland, 2009), atomic variant',
  summary: 'Adds sums to y atomically, which lets any number of threads share a row; y is cleared before.',
  example: 'sums s t of row 0 in two blocks → y[0] = 0 + s + t',
  params: {},
  properties: { reduces: 'global', needsAtomics: true },
  legal: (metadata) => canReduce(metadata, 'global'),
  apply: (metadata) => withReduction(metadata, { global: 'atomic' }),
};

import { integerParam, type Operator } from '../operator.js';
import { byEntries, canAdd, cut, rowCost } from './cutting.js';

export const bmtbNnzBlock: Operator = {
  name: 'BMTB_NNZ_BLOCK',
  stage: 'mapping',
  source: 'merge-based SpMV (Merrill and Garland, 2016)',
  summary: 'Cuts the leaf into BMTBs of equally many entries, wherever rows begin.',
  example: 'size 4: the first four entries, then the next four',
  params: {
    size: integerParam('entries a thread block', {
      min: 1,
      max: 1 << 24,
      default: 2048,
      coarse: [1024, 2048],
      fine: [512, 4096, 8192, 16384, 32768, 65536, 131072],
    }),
    rowCost,
  },
  properties: { maps: { level: 'bmtb', axis: 'nnz' } },
  legal: (metadata) => canAdd(metadata, 'bmtb'),
  apply: (metadata, params) => cut(metadata, 'bmtb', byEntries(params)),
};

import { integerParam, type Operator } from '../operator.js';
import { byEntries, canAdd, cut, rowCost } from './cutting.js';

export const bmwNnzBlock: Operator = {
  name: 'BMW_NNZ_BLOCK',
  stage: 'mapping',
  source: 'CSR5 tiles (Liu and Vinter, 2015)',
  summary: 'Cuts each parent into BMWs of equally many entries, wherever rows begin.',
  example: 'size 4: the first four entries, then the next four',
  params: {
    size: integerParam('entries a warp', {
      min: 1,
      max: 1 << 20,
      default: 256,
      coarse: [32, 128, 256, 512],
      fine: [64, 1024],
    }),
    rowCost,
  },
  properties: { maps: { level: 'bmw', axis: 'nnz' } },
  legal: (metadata) => canAdd(metadata, 'bmw'),
  apply: (metadata, params) => cut(metadata, 'bmw', byEntries(params)),
};

import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byEntries, type Cutter, canAdd, cut } from './cutting.js';

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
      coarse: [128, 256, 512],
      fine: [64, 1024],
    }),
    rowCost: choiceParam(
      'what a row start counts besides its entries: 1 balances rows plus entries, as merge path does',
      [0, 1],
      0,
      [0],
    ),
  },
  properties: { maps: { level: 'bmw', axis: 'nnz' } },
  legal: (metadata) => canAdd(metadata, 'bmw'),
  apply: (metadata, params) => cut(metadata, 'bmw', cutter(params)),
};

function cutter(params: Params): Cutter {
  return byEntries(params.size as number, params.rowCost as 0 | 1);
}

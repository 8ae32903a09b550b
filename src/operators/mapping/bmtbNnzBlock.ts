import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byEntries, type Cutter, canAdd, cut } from './cutting.js';

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
      fine: [512, 4096, 8192],
    }),
    rowCost: choiceParam(
      'what a row start counts besides its entries: 1 balances rows plus entries, as merge path does',
      [0, 1],
      0,
      [0],
    ),
  },
  properties: { maps: { level: 'bmtb', axis: 'nnz' } },
  legal: (metadata) => canAdd(metadata, 'bmtb'),
  apply: (metadata, params) => cut(metadata, 'bmtb', cutter(params)),
};

function cutter(params: Params): Cutter {
  return byEntries(params.size as number, params.rowCost as 0 | 1);
}

import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byEntries, type Cutter, canAdd, cut, fitsWarps } from './cutting.js';

export const bmtNnzBlock: Operator = {
  name: 'BMT_NNZ_BLOCK',
  stage: 'mapping',
  source: 'CSR5 (Liu and Vinter, 2015); merge-based SpMV (Merrill and Garland, 2016)',
  summary: 'Cuts each parent into BMTs of equally many entries, wherever rows begin.',
  example: 'size 2: row lengths 1 3 → threads {a00 a10} {a11 a12}',
  params: {
    size: integerParam('entries a thread', {
      min: 1,
      max: 1 << 16,
      default: 8,
      coarse: [1, 4, 8, 16],
      fine: [2, 6, 12, 24, 32],
    }),
    rowCost: choiceParam(
      'what a row start counts besides its entries: 1 balances rows plus entries, as merge path does',
      [0, 1],
      0,
      [0],
    ),
  },
  properties: { maps: { level: 'bmt', axis: 'nnz' } },
  legal: (metadata, params) => canAdd(metadata, 'bmt') ?? fitsWarps(metadata, 'bmt', cutter(params)),
  apply: (metadata, params) => cut(metadata, 'bmt', cutter(params)),
};

function cutter(params: Params): Cutter {
  return byEntries(params.size as number, params.rowCost as 0 | 1);
}

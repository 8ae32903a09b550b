import { integerParam, type Operator } from '../operator.js';
import { byEntries, canAdd, cut, fitsWarps, rowCost } from './cutting.js';

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
      fine: [2, 6, 12, 24, 32, 128],
    }),
    rowCost,
  },
  properties: { maps: { level: 'bmt', axis: 'nnz' } },
  legal: (metadata, params) => canAdd(metadata, 'bmt') ?? fitsWarps(metadata, 'bmt', byEntries(params)),
  apply: (metadata, params) => cut(metadata, 'bmt', byEntries(params)),
};

import { integerParam, type Operator } from '../operator.js';
import { byRows, canAdd, cut, fitsWarps } from './cutting.js';

export const bmtRowBlock: Operator = {
  name: 'BMT_ROW_BLOCK',
  stage: 'mapping',
  source: 'CSR-scalar, ELL (Bell and Garland, 2009)',
  summary: 'Cuts each parent into BMTs of equally many whole rows.',
  example: 'rows 1: each row belongs to one thread',
  params: {
    rows: integerParam('rows a thread', { min: 1, max: 1 << 20, default: 1, coarse: [1], fine: [2, 4] }),
  },
  properties: { maps: { level: 'bmt', axis: 'row' } },
  legal: (metadata, params) => canAdd(metadata, 'bmt') ?? fitsWarps(metadata, 'bmt', byRows(params.rows as number)),
  apply: (metadata, params) => cut(metadata, 'bmt', byRows(params.rows as number)),
};

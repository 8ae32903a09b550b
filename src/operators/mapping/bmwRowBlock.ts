import { integerParam, type Operator } from '../operator.js';
import { byRows, canAdd, cut } from './cutting.js';

export const bmwRowBlock: Operator = {
  name: 'BMW_ROW_BLOCK',
  stage: 'mapping',
  source: 'SELL-C (Kreutzer et al., 2014); CSR-vector (Bell and Garland, 2009)',
  summary: 'Cuts each parent into BMWs of equally many rows.',
  example: 'rows 2: rows {0 1} and {2 3}, one warp each',
  params: {
    rows: integerParam('rows a warp', { min: 1, max: 1 << 20, default: 32, coarse: [1, 2, 4, 32], fine: [8, 16] }),
  },
  properties: { maps: { level: 'bmw', axis: 'row' } },
  legal: (metadata) => canAdd(metadata, 'bmw'),
  apply: (metadata, params) => cut(metadata, 'bmw', byRows(params.rows as number)),
};

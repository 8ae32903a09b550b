import { integerParam, type Operator } from '../operator.js';
import { byColumns, canAdd, cut } from './cutting.js';

export const bmwColBlock: Operator = {
  name: 'BMW_COL_BLOCK',
  stage: 'mapping',
  source: 'CSR-Adaptive, CSR-vectorL (Greathouse and Daga, 2014)',
  summary: 'Cuts each row of a parent into BMWs of at most `width` entries.',
  example: 'width 2: a row of 3 entries becomes warps of 2 and 1',
  params: {
    width: integerParam('entries of one row a warp', {
      min: 1,
      max: 1 << 24,
      default: 256,
      coarse: [128, 512],
      fine: [64, 256, 1024, 2048],
    }),
  },
  properties: { maps: { level: 'bmw', axis: 'col' } },
  legal: (metadata) => canAdd(metadata, 'bmw'),
  apply: (metadata, params) => cut(metadata, 'bmw', byColumns(params.width as number)),
};

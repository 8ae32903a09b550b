import { integerParam, type Operator } from '../operator.js';
import { byColumns, canAdd, cut } from './cutting.js';

export const bmtbColBlock: Operator = {
  name: 'BMTB_COL_BLOCK',
  stage: 'mapping',
  source: 'ACSR (Ashari et al., 2014), long-row kernels',
  summary: 'Cuts each row into BMTBs of at most `width` entries, so that long rows are shared among thread blocks.',
  example: 'width 2: a row of 3 entries becomes blocks of 2 and 1',
  params: {
    width: integerParam('entries of one row a thread block', {
      min: 1,
      max: 1 << 24,
      default: 4096,
      coarse: [1024, 4096],
      fine: [512, 2048, 8192, 16384],
    }),
  },
  properties: { maps: { level: 'bmtb', axis: 'col' } },
  legal: (metadata) => canAdd(metadata, 'bmtb'),
  apply: (metadata, params) => cut(metadata, 'bmtb', byColumns(params.width as number)),
};

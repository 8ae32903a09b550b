import { sizesOf } from '../../metadata/levels.js';
import { orderByKeyDescending, selectRows } from '../../metadata/select.js';
import { integerParam, type Operator } from '../operator.js';
import { beforeCompress } from './preconditions.js';

export const bin: Operator = {
  name: 'BIN',
  stage: 'converting',
  source: 'ACSR (Ashari et al., 2014)',
  summary:
    'Gathers rows whose lengths lie in the same power-of-base bin, longest bin first, keeping the order within a bin.',
  example: 'base 2: row lengths 1 3 0 2 → bins {1, 3} {0} {2}: rows 1 3 0 2',
  params: {
    base: integerParam('ratio of neighbouring bin limits', {
      min: 2,
      max: 64,
      default: 2,
      coarse: [2, 4],
      fine: [8, 16],
    }),
  },
  properties: { reordersRows: true },
  legal: beforeCompress,
  apply(metadata, params) {
    const base = Math.log2(params.base as number);
    const bins = sizesOf(metadata.nonZeros.indptr).map((length) =>
      length === 0 ? 0 : 1 + Math.floor((31 - Math.clz32(length)) / base),
    );
    const order = new Int32Array(bins.length);
    orderByKeyDescending(bins, 0, order.length, order);
    return selectRows(metadata, order);
  },
};

import { sizesOf } from '../../metadata/levels.js';
import { rowCount } from '../../metadata/metadataSet.js';
import { orderByKeyDescending, selectRows } from '../../metadata/select.js';
import { integerParam, type Operator } from '../operator.js';
import { beforeCompress } from './preconditions.js';

export const sortSub: Operator = {
  name: 'SORT_SUB',
  stage: 'converting',
  source: 'SELL-C-sigma (Kreutzer et al., 2014)',
  summary: 'Orders rows by decreasing length within windows of consecutive rows, so that neighbours stay near.',
  example: 'window 2: row lengths 1 3 0 2 → rows 1 0 3 2 with lengths 3 1 2 0',
  params: {
    window: integerParam('rows a window (sigma)', {
      min: 2,
      max: 1 << 24,
      default: 256,
      coarse: [256, 1024, 8192],
      fine: [64, 128, 512, 2048, 4096, 16384, 65536],
    }),
  },
  properties: { reordersRows: true },
  legal: beforeCompress,
  apply(metadata, params) {
    const window = params.window as number;
    const lengths = sizesOf(metadata.nonZeros.indptr);
    const order = new Int32Array(rowCount(metadata));
    for (let begin = 0; begin < order.length; begin += window) {
      orderByKeyDescending(lengths, begin, Math.min(begin + window, order.length), order);
    }
    return selectRows(metadata, order);
  },
};

import { sizesOf } from '../../metadata/levels.js';
import { rowCount } from '../../metadata/metadataSet.js';
import { orderByKeyDescending, selectRows } from '../../metadata/select.js';
import type { Operator } from '../operator.js';
import { beforeCompress } from './preconditions.js';

export const sort: Operator = {
  name: 'SORT',
  stage: 'converting',
  source: 'JDS (Saad, 1989)',
  summary: 'Orders rows by decreasing length, equal lengths in their present order.',
  example: 'row lengths 1 3 0 2 → rows 1 3 0 2 with lengths 3 2 1 0',
  params: {},
  properties: { reordersRows: true },
  legal: beforeCompress,
  apply(metadata) {
    const order = new Int32Array(rowCount(metadata));
    orderByKeyDescending(sizesOf(metadata.nonZeros.indptr), 0, order.length, order);
    return selectRows(metadata, order);
  },
};

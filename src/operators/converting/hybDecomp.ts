import { entryCount, rowCount } from '../../metadata/metadataSet.js';
import { selectEntries, selectFilledRows } from '../../metadata/select.js';
import { integerParam, type Operator } from '../operator.js';
import { beforeCompress } from './preconditions.js';

export const hybDecomp: Operator = {
  name: 'HYB_DECOMP',
  stage: 'converting',
  source: 'HYB (Bell and Garland, 2009)',
  summary: 'Sends the first entries of each row to one branch and the tails of longer rows to a second.',
  example: 'width 2: row lengths 1 3 0 2 → branch 0 lengths 1 2 0 2, branch 1 row 1 with length 1',
  params: {
    width: integerParam('entries a row in the first branch; 0 takes the mean row length, rounded up', {
      min: 0,
      max: 1 << 20,
      default: 0,
      coarse: [0, 8, 32],
      fine: [2, 3, 4, 6, 12, 16, 24, 48, 64],
    }),
  },
  properties: {},
  legal: beforeCompress,
  divide(metadata, params) {
    const { indptr } = metadata.nonZeros;
    const entries = entryCount(metadata);
    const rows = rowCount(metadata);
    const width = (params.width as number) || Math.ceil(entries / Math.max(rows, 1));
    const head = new Uint8Array(entries);
    for (let p = 0; p < rows; p++) head.fill(1, indptr[p], Math.min(indptr[p] + width, indptr[p + 1]));
    return [selectEntries(metadata, head), selectFilledRows(metadata, head, 0)];
  },
};

import { rowCount } from '../../metadata/metadataSet.js';
import { positionsWhere, selectRows } from '../../metadata/select.js';
import type { Operator } from '../operator.js';
import { branchOf, by, cuts, lengths, limitsOf, parts, validLimits } from './division.js';
import { beforeCompress } from './preconditions.js';

export const rowDiv: Operator = {
  name: 'ROW_DIV',
  stage: 'converting',
  source: 'ACSR (Ashari et al., 2014); HiSpMV row partitioning',
  summary: 'Divides the rows into branches: equal parts, by thresholds on their length, or at given positions.',
  example: 'by length, lengths [2]: row lengths 1 3 0 2 → rows {0, 2} and rows {1, 3}',
  params: { by, parts, lengths, cuts },
  properties: {},
  legal: (metadata, params) => beforeCompress(metadata) ?? validLimits(params),
  divide(metadata, params) {
    const limits = limitsOf(params, rowCount(metadata));
    return Array.from({ length: limits.length + 1 }, (_, branch) =>
      selectRows(
        metadata,
        positionsWhere(metadata, (p, length) => branchOf(limits, params.by === 'length' ? length : p) === branch),
      ),
    );
  },
};

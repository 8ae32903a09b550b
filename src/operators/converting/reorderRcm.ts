import { cuthillMcKeeOrder } from '../../matrix/reordering/cuthillMcKee.js';
import { arrangeRows } from '../../metadata/select.js';
import { type Operator, unless } from '../operator.js';
import { beforeCompress, wholeMatrix } from './preconditions.js';

export const reorderRcm: Operator = {
  name: 'REORDER_RCM',
  stage: 'converting',
  source: 'Cuthill and McKee (1969), George (1971); row reordering for SpMV: Pichel et al. (2005)',
  summary:
    'Orders rows by reverse Cuthill-McKee on the pattern of A + A^T, so that neighbours read near parts of x; columns stay.',
  example: 'a path 1 - 2 - 0 - 3 → rows 1 2 0 3: each row shares columns with the next',
  params: {},
  properties: { reordersRows: true, seeksLocality: true },
  legal(metadata) {
    const { rows, cols } = wholeMatrix(metadata);
    return (
      beforeCompress(metadata) ??
      unless([rows === cols, `the matrix has ${rows} rows and ${cols} columns: only a square one is a graph`])
    );
  },
  // The order is that of the whole matrix also where the leaf is a part: found once, and neighbours stay neighbours.
  apply: (metadata) => arrangeRows(metadata, cuthillMcKeeOrder(metadata.matrix)),
};

import { type Comparison, similarRowOrder } from '../../matrix/reordering/similarRows.js';
import { arrangeRows } from '../../metadata/select.js';
import { choiceParam, integerParam, type Operator } from '../operator.js';
import { beforeCompress } from './preconditions.js';

export const reorderSimilar: Operator = {
  name: 'REORDER_SIMILAR',
  stage: 'converting',
  source: 'row reordering by locality-sensitive hashing (Jiang, Hong and Agrawal, 2020); min-hash (Broder, 1997)',
  summary:
    'Puts rows with like column sets next to each other, so that a warp or block reads few parts of x; columns stay.',
  example: 'width 2: rows with columns 3, 0 1, 2 3 and 0 → the rows of unit 0, then those of unit 1: rows 1 3 0 2',
  params: {
    by: choiceParam(
      '`first` compares the first two column units of rows, `hash` the two of least hash',
      ['first', 'hash'] as const,
      'first',
    ),
    width: integerParam('columns that count as one unit; 8 f32 make a sector of memory', {
      min: 1,
      max: 1 << 20,
      default: 8,
      coarse: [8],
      fine: [1, 32, 256],
    }),
  },
  properties: { reordersRows: true, seeksLocality: true },
  legal: beforeCompress,
  apply: (metadata, params) =>
    arrangeRows(metadata, similarRowOrder(metadata.matrix, params.by as Comparison, params.width as number)),
};

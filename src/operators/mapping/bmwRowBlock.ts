import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byRows, byRowsOfEntries, type Cutter, canAdd, cut } from './cutting.js';

/** Rows that one warp may gather, however short: lanes beyond that only sum empty rows. */
const mostRows = 1024;

export const bmwRowBlock: Operator = {
  name: 'BMW_ROW_BLOCK',
  stage: 'mapping',
  source: 'SELL-C (Kreutzer et al., 2014); CSR-vector (Bell and Garland, 2009)',
  summary: 'Cuts each parent into BMWs of whole rows: equally many, or as many as fit into a number of entries.',
  example: 'rows 2: rows {0 1} and {2 3}, one warp each',
  params: {
    by: choiceParam('what `rows` counts: rows, or the entries that rows may fill', ['rows', 'entries'], 'rows'),
    rows: integerParam('rows or entries a warp; with entries, a longer row has a warp of its own', {
      min: 1,
      max: 1 << 20,
      default: 32,
      coarse: [1, 2, 4, 32],
      fine: [8, 16, 64, 128, 256],
    }),
  },
  properties: { maps: { level: 'bmw', axis: 'row' } },
  legal: (metadata) => canAdd(metadata, 'bmw'),
  apply: (metadata, params) => cut(metadata, 'bmw', cutter(params)),
};

function cutter(params: Params): Cutter {
  const size = params.rows as number;
  return params.by === 'rows' ? byRows(size) : byRowsOfEntries(size, mostRows);
}

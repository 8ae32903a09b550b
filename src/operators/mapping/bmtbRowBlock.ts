import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byRows, byRowsOfEntries, type Cutter, canAdd, cut } from './cutting.js';

export const bmtbRowBlock: Operator = {
  name: 'BMTB_ROW_BLOCK',
  stage: 'mapping',
  source: 'row-grouped CSR (Oberhuber et al., 2011); CSR-Adaptive (Greathouse and Daga, 2014)',
  summary: 'Cuts the leaf into BMTBs of whole rows: equally many rows, or as many as fit into a number of entries.',
  example: 'by entries, size 3: row lengths 1 3 0 2 → rows {0} {1 2} {3}',
  params: {
    by: choiceParam('what `size` counts', ['rows', 'entries'], 'rows'),
    size: integerParam('rows or entries a thread block; with entries, a longer row has a block of its own', {
      min: 1,
      max: 1 << 20,
      default: 256,
      coarse: [64, 256, 1024],
      fine: [32, 128, 512, 2048, 4096, 16384, 32768, 65536, 131072],
    }),
    mostRows: integerParam('most rows a block, with by = entries', {
      min: 1,
      max: 1 << 20,
      default: 1024,
      coarse: [1024],
      fine: [4096, 16384, 49152],
    }),
  },
  properties: { maps: { level: 'bmtb', axis: 'row' } },
  legal: (metadata) => canAdd(metadata, 'bmtb'),
  apply: (metadata, params) => cut(metadata, 'bmtb', cutter(params)),
};

function cutter(params: Params): Cutter {
  const size = params.size as number;
  return params.by === 'rows' ? byRows(size) : byRowsOfEntries(size, params.mostRows as number);
}

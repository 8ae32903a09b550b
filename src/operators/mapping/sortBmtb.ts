import { sizesOf } from '../../metadata/levels.js';
import { iota, type Level, rowCount, withKeys } from '../../metadata/metadataSet.js';
import { orderByKeyDescending, selectRows } from '../../metadata/select.js';
import { type Operator, unless } from '../operator.js';
import { ownsRows } from './bmtbRowPad.js';
import { isFinest } from './pads.js';

export const sortBmtb: Operator = {
  name: 'SORT_BMTB',
  stage: 'mapping',
  source: 'row-grouped CSR (Oberhuber et al., 2011)',
  summary: 'Orders the rows within each BMTB by decreasing length.',
  example: 'a block with row lengths 1 3 → 3 1',
  params: {},
  properties: { reordersRows: true },
  legal: (metadata) => isFinest(metadata, 'bmtb') ?? unless([ownsRows(metadata), 'a BMTB must hold whole rows']),
  apply(metadata) {
    const level = metadata.levels.bmtb as Level;
    const lengths = sizesOf(metadata.nonZeros.indptr);
    // Empty rows between blocks stay where they are.
    const order = iota(rowCount(metadata));
    for (let b = 0; b < level.count; b++) orderByKeyDescending(lengths, level.rowBegins[b], level.rowEnds[b], order);
    // Blocks keep their rows as a set, so their offsets stay.
    return withKeys(selectRows(metadata, order), { levels: metadata.levels });
  },
};

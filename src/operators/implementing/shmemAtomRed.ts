import { mostRows } from '../../metadata/levels.js';
import { type Level, withKeys } from '../../metadata/metadataSet.js';
import { choiceParam, type Operator, unless } from '../operator.js';
import { canReduce, knowsRow, mostShared, needsLevel, withReduction } from './preconditions.js';

export const shmemAtomRed: Operator = {
  name: 'SHMEM_ATOM_RED',
  stage: 'implementing',
  source:
    'compressed sparse blocks (Buluc et al., 2009), row indices within a block; propagation blocking (Beamer et al., 2017)',
  summary:
    'Each product is added to its row in shared memory, so a block may take its entries by column and share what it reads of x.',
  example: 'entries (row 0, col 5) (row 1, col 0) (row 2, col 5) → stored 1 0 2: columns 0 5 5',
  params: {
    order: choiceParam(
      'how the entries of a BMTB are stored and dealt out to threads: by column, neighbours read the same sectors of x',
      ['column', 'row'],
      'column',
      ['column'],
    ),
  },
  properties: { reduces: 'thread', needsAtomics: true },
  legal: (metadata) =>
    canReduce(metadata, 'thread') ??
    knowsRow(metadata) ??
    needsLevel(metadata, 'bmtb') ??
    fits(mostRows(metadata.levels.bmtb as Level)),
  apply: (metadata, params) =>
    withReduction(withKeys(metadata, { columnOrder: params.order === 'column' }), {
      thread: 'scatter',
      block: 'scatter',
    }),
};

function fits(rows: number) {
  return unless([rows <= mostShared, `a block touches ${rows} rows; ${mostShared} sums fit into shared memory`]);
}

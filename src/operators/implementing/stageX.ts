import { withKeys } from '../../metadata/metadataSet.js';
import { columnSpans } from '../../metadata/spans.js';
import { type Operator, unless } from '../operator.js';
import { mostShared, needsLevel } from './preconditions.js';

export const stageX: Operator = {
  name: 'STAGE_X',
  stage: 'implementing',
  source: 'cache blocking (Im and Yelick, 2001); texture and shared-memory staging (Baskaran and Bordawekar, 2009)',
  summary: 'Each block copies the part of x that it reads into shared memory, and gathers from there.',
  example: 'a block with columns 4 5 7 → x[4 .. 7] in shared memory, columns 0 1 3',
  params: {},
  properties: {},
  legal: (metadata) =>
    unless(
      [!metadata.reduction.thread, 'staging comes before the reductions'],
      [metadata.levels.bmt !== undefined, 'implementing operators come after the BMTs are cut'],
      [!metadata.stagesX, 'x is staged already'],
      [
        !metadata.mirrors,
        'mirrored entries need the number of their column in y, and not only its place in a copy of x',
      ],
    ) ??
    needsLevel(metadata, 'bmtb') ??
    fits(columnSpans(metadata).most),
  apply: (metadata) => withKeys(metadata, { stagesX: true }),
};

function fits(columns: number) {
  return unless([columns <= mostShared, `a block reads ${columns} columns; ${mostShared} fit into shared memory`]);
}

import type { MetadataSet } from '../../metadata/metadataSet.js';
import { countWrites, firstSharedRow } from '../../metadata/ownership.js';
import { type Operator, type Refusal, unless } from '../operator.js';
import { canReduce, withReduction } from './preconditions.js';

export const gmemStore: Operator = {
  name: 'GMEM_STORE',
  stage: 'implementing',
  source: 'CSR-scalar (Bell and Garland, 2009)',
  summary: 'Stores sums straight to y; each row has one owner, which the metadata proves.',
  example: 'sum s of row 0 → y[0] = s',
  params: {},
  properties: { reduces: 'global' },
  legal: (metadata) => canReduce(metadata, 'global') ?? noMirrors(metadata) ?? singleOwners(metadata),
  apply: (metadata) => withReduction(metadata, { global: 'store' }),
};

function noMirrors(metadata: MetadataSet): Refusal | undefined {
  return unless([!metadata.mirrors, 'mirrored entries add to the rows of other threads: use GMEM_ATOM_RED']);
}

function singleOwners(metadata: MetadataSet): Refusal | undefined {
  const writes = new Int32Array(metadata.rows);
  countWrites(metadata, writes);
  const row = firstSharedRow(writes);
  return unless([row < 0, `row ${row} gets ${writes[row]} sums: share it by GMEM_ATOM_RED or reduce further`]);
}

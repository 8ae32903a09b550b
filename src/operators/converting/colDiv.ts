import { columnLengths } from '../../metadata/columns.js';
import { entryCount } from '../../metadata/metadataSet.js';
import { selectFilledRows } from '../../metadata/select.js';
import type { Operator } from '../operator.js';
import { branchOf, by, cuts, lengths, limitsOf, parts, validLimits } from './division.js';
import { beforeCompress } from './preconditions.js';

export const colDiv: Operator = {
  name: 'COL_DIV',
  stage: 'converting',
  source: 'Tile-Composite (Yang, Parthasarathy and Sadayappan, 2011)',
  summary: 'Divides the columns into branches, so that each reads a small or a much reused part of x.',
  example: 'by cuts [2]: columns 0 1 → one branch, columns 2 3 → the other; each drops its empty rows',
  params: { by, parts, lengths, cuts },
  properties: {},
  legal: (metadata, params) => beforeCompress(metadata) ?? validLimits(params),
  divide(metadata, params) {
    const { colIndices } = metadata.nonZeros;
    const entries = entryCount(metadata);
    const limits = limitsOf(params, metadata.cols);
    const sizes = params.by === 'length' ? columnLengths(metadata) : undefined;
    const branches = new Uint8Array(entries);
    for (let i = 0; i < entries; i++) {
      branches[i] = branchOf(limits, sizes ? sizes[colIndices[i]] : colIndices[i]);
    }
    return Array.from({ length: limits.length + 1 }, (_, branch) => selectFilledRows(metadata, branches, branch));
  },
};

import { entryCount } from '../../metadata/metadataSet.js';
import { dropEmptyRows, selectEntries } from '../../metadata/select.js';
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
    const byLength = params.by === 'length';
    const columnLengths = new Int32Array(byLength ? metadata.cols : 0);
    if (byLength) for (let i = 0; i < entries; i++) columnLengths[colIndices[i]]++;
    const branches = new Uint8Array(entries);
    for (let i = 0; i < entries; i++) {
      branches[i] = branchOf(limits, byLength ? columnLengths[colIndices[i]] : colIndices[i]);
    }
    return Array.from({ length: limits.length + 1 }, (_, branch) => {
      const keep = new Uint8Array(entries);
      for (let i = 0; i < entries; i++) keep[i] = branches[i] === branch ? 1 : 0;
      return dropEmptyRows(selectEntries(metadata, keep));
    });
  },
};

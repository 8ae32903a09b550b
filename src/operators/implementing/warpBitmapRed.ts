import type { Level, MetadataSet } from '../../metadata/metadataSet.js';
import { type Operator, type Refusal, refuse } from '../operator.js';
import { canReduceLanes, withReduction } from './preconditions.js';

export const warpBitmapRed: Operator = {
  name: 'WARP_BITMAP_RED',
  stage: 'implementing',
  source: 'Yang, Li and Gao (2018), bitmap-based reduction',
  summary:
    'Lanes of equal rows add up by shuffles; one bitmap a warp marks the lanes at which rows begin, so no row index a lane is stored.',
  example: 'lanes of rows 0 0 1 → bitmap 101, lane 0 has the sum of row 0, lane 2 that of row 1',
  params: {},
  properties: { reduces: 'warp' },
  legal: (metadata) => canReduceLanes(metadata) ?? rowsAreDense(metadata),
  apply: (metadata) => withReduction(metadata, { warp: 'bitmap' }),
};

/** The row of a lane is that of the warp's first lane plus the bits between, so no row may be skipped. */
function rowsAreDense(metadata: MetadataSet): Refusal | undefined {
  const threads = metadata.levels.bmt as Level;
  for (let w = 0; w + 1 < threads.parentOffsets.length; w++) {
    for (let b = threads.parentOffsets[w] + 1; b < threads.parentOffsets[w + 1]; b++) {
      if (threads.rowBegins[b] - threads.rowBegins[b - 1] > 1) {
        return refuse(
          `row position ${threads.rowBegins[b] - 1} has no lane in BMW ${w}: COMPRESS with emptyRows = drop`,
        );
      }
    }
  }
  return undefined;
}

import { type Level, type MetadataSet, withKeys } from '../../metadata/metadataSet.js';
import { integerParam, type Operator, type Refusal, refuse, unless } from '../operator.js';

export const interleavedStorage: Operator = {
  name: 'INTERLEAVED_STORAGE',
  stage: 'mapping',
  source: 'ELL (Bell and Garland, 2009), column-major storage',
  summary:
    'Stores the k-th entries of the threads of one parent side by side, so that a warp reads consecutive addresses.',
  example: 'threads with a b and c d → stored a c b d',
  params: {
    vector: integerParam('entries of a thread that stay together, for wide loads', {
      min: 1,
      max: 4,
      default: 1,
      coarse: [1],
      fine: [2, 4],
    }),
  },
  properties: { setsLayout: true },
  legal: (metadata, params) =>
    unless(
      [metadata.levels.bmt !== undefined, 'there are no BMTs to interleave yet'],
      [!metadata.interleave, 'storage is interleaved already'],
      [params.vector !== 3, 'vector must be 1, 2 or 4: wide loads are powers of two'],
    ) ?? threadsShrink(metadata, params.vector as number),
  apply: (metadata, params) => withKeys(metadata, { interleave: { vector: params.vector as number } }),
};

/** A thread may not hold more than the one before it, or the k-th entries of a group would have gaps. */
function threadsShrink(metadata: MetadataSet, vector: number): Refusal | undefined {
  const { nzOffsets, parentOffsets } = metadata.levels.bmt as Level;
  for (let p = 0; p + 1 < parentOffsets.length; p++) {
    for (let b = parentOffsets[p]; b < parentOffsets[p + 1]; b++) {
      const size = nzOffsets[b + 1] - nzOffsets[b];
      if (size % vector !== 0)
        return refuse(`BMT ${b} holds ${size} entries, not a multiple of vector = ${vector}: pad it`);
      if (b > parentOffsets[p] && size > nzOffsets[b] - nzOffsets[b - 1]) {
        return refuse(`BMT ${b} holds more entries than the one before it: sort or pad first`);
      }
    }
  }
  return undefined;
}

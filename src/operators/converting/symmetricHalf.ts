import { mirrorSlots } from '../../matrix/symmetry.js';
import { entryCount, type MetadataSet, rowCount, withKeys } from '../../metadata/metadataSet.js';
import { selectEntries } from '../../metadata/select.js';
import { type Operator, unless } from '../operator.js';
import { beforeCompress, naturalColumns, wholeMatrix } from './preconditions.js';

export const symmetricHalf: Operator = {
  name: 'SYMMETRIC_HALF',
  stage: 'converting',
  source: 'symmetric storage (SPARSKIT: Saad, 1994); updates of both triangles: symmetric CSB (Buluç et al., 2011)',
  summary:
    'Keeps one of each two mirrored entries of a symmetric matrix, which adds to both of their rows: half the values and columns.',
  example: 'entries (0, 0), (1, 0), (0, 1) → (0, 0), (1, 0); the latter also adds to row 0, the diagonal does not',
  params: {},
  properties: { needsAtomics: true },
  legal(metadata) {
    return (
      beforeCompress(metadata) ??
      naturalColumns(metadata) ??
      unless(
        [!metadata.mirrors, 'one half is gone already'],
        [
          metadata.nnz === metadata.matrix.nnz,
          `the leaf holds ${metadata.nnz} of ${metadata.matrix.nnz} entries: the mirror images may be elsewhere`,
        ],
        [mirrorSlots(wholeMatrix(metadata)) !== undefined, 'the matrix is not symmetric in pattern and values'],
      )
    );
  },
  apply: (metadata) => withKeys(selectEntries(metadata, keptHalf(metadata)), { mirrors: true }),
};

/**
 * Of (i, j) and (j, i), the one whose column is at most half way round the circle of indices to the left of its row. In
 * a band that is the lower triangle; elsewhere it leaves every row about half its entries, where a triangle would leave
 * the last rows all of theirs.
 */
function keptHalf(metadata: MetadataSet): Uint8Array {
  const { indptr, colIndices } = metadata.nonZeros;
  const { cols, originRows } = metadata;
  const kept = new Uint8Array(entryCount(metadata));
  for (let p = 0; p < rowCount(metadata); p++) {
    const row = originRows[p];
    for (let i = indptr[p]; i < indptr[p + 1]; i++) {
      const distance = row - colIndices[i];
      const around = 2 * (distance < 0 ? distance + cols : distance);
      kept[i] = around < cols || (around === cols && distance > 0) ? 1 : 0;
    }
  }
  return kept;
}

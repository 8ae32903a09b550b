import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { MetadataSet } from '../../metadata/metadataSet.js';
import { hasPadding } from '../../metadata/padding.js';
import { type Refusal, unless } from '../operator.js';

/** Every converting operator works on the matrix before COMPRESS. */
export function beforeCompress(metadata: MetadataSet): Refusal | undefined {
  return unless(
    [!metadata.compressed, 'the matrix is compressed already: converting operators come before COMPRESS'],
    [!metadata.tiles, 'columns are tiled already, and only COMPRESS may follow that'],
  );
}

/** The matrix itself, also where the set was made of a sample: a part of the rows has neither shape nor symmetry. */
export function wholeMatrix({ matrix }: MetadataSet): CsrMatrix {
  return matrix.sampleOf ?? matrix;
}

/** Operators that look for patterns of columns need those of the matrix, each row's in order, which padding disturbs. */
export function naturalColumns(metadata: MetadataSet): Refusal | undefined {
  return unless(
    [!hasPadding(metadata), 'the matrix is padded already: its columns are no longer in order'],
    [!metadata.originCols, 'columns are renumbered already: their distances mean nothing'],
  );
}

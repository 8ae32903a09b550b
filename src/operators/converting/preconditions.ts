import type { MetadataSet } from '../../metadata/metadataSet.js';
import { type Refusal, unless } from '../operator.js';

/** Every converting operator works on the matrix before COMPRESS. */
export function beforeCompress(metadata: MetadataSet): Refusal | undefined {
  return unless([!metadata.compressed, 'the matrix is compressed already: converting operators come before COMPRESS']);
}

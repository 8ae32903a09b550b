import { finestLevel } from '../../metadata/levels.js';
import { entryCount, type Level, type LevelName, type MetadataSet } from '../../metadata/metadataSet.js';
import { type Refusal, unless } from '../operator.js';

/** A format that stores more than this many times the entries it needs can only lose; the constant lets tiny matrices pass. */
const mostPadding = 16;
const freePadding = 1 << 16;

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** Refuses padding that would swell the matrix beyond reason, before anything is allocated. */
export function bounded(metadata: MetadataSet, extra: ArrayLike<number>): Refusal | undefined {
  let total = entryCount(metadata);
  for (let i = 0; i < extra.length; i++) total += extra[i];
  const bound = mostPadding * metadata.nnz + freePadding;
  return unless([
    total <= bound,
    `padding would store ${total} entries for ${metadata.nnz} non-zeros; the bound is ${bound}`,
  ]);
}

/** The level is there, nothing finer was cut from it, and storage is not laid out yet. */
export function isFinest(metadata: MetadataSet, level: LevelName): Refusal | undefined {
  return unless(
    [finestLevel(metadata) === level, `the finest blocks must be ${level.toUpperCase()} blocks`],
    [!metadata.interleave, 'storage is interleaved already: pad before INTERLEAVED_STORAGE'],
  );
}

/** What each block of a level lacks to a multiple. */
export function lackToMultiple(level: Level, multiple: number): Int32Array {
  const extra = new Int32Array(level.count);
  for (let b = 0; b < level.count; b++) {
    const size = level.nzOffsets[b + 1] - level.nzOffsets[b];
    extra[b] = roundUp(size, multiple) - size;
  }
  return extra;
}

import { finestLevel, sizesOf } from '../../metadata/levels.js';
import { entryCount, type Level, type LevelName, type MetadataSet } from '../../metadata/metadataSet.js';
import { padBlocks } from '../../metadata/padding.js';
import { integerParam, type Params, type Refusal, unless } from '../operator.js';

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

/** Parameter of the operators that pad blocks to a multiple. */
export const multiple = integerParam('entries', {
  min: 1,
  max: 4096,
  default: 32,
  coarse: [32],
  fine: [4, 8, 16, 64, 128],
});

/** Refuses unless the level's blocks may each be padded to a multiple of entries. */
export function canPadToMultiple(metadata: MetadataSet, level: LevelName, params: Params): Refusal | undefined {
  return isFinest(metadata, level) ?? bounded(metadata, lackToMultiple(metadata, level, params));
}

export function padToMultiple(metadata: MetadataSet, level: LevelName, params: Params): MetadataSet {
  return padBlocks(metadata, level, lackToMultiple(metadata, level, params));
}

/** What each block of a level lacks to a multiple. */
function lackToMultiple(metadata: MetadataSet, level: LevelName, params: Params): Int32Array {
  const sizes = sizesOf((metadata.levels[level] as Level).nzOffsets);
  return sizes.map((size) => roundUp(size, params.multiple as number) - size);
}

import { type Level, type MetadataSet, type Reduction, withKeys } from '../../metadata/metadataSet.js';
import { type Refusal, unless } from '../operator.js';

const order = ['thread', 'warp', 'block', 'global'] as const;
export type ReductionLevel = (typeof order)[number];

/** Reductions are set from fine to coarse, each once, and begin with the thread's. */
export function canReduce(metadata: MetadataSet, level: ReductionLevel): Refusal | undefined {
  const taken = order.slice(order.indexOf(level)).find((name) => metadata.reduction[name]);
  return unless(
    [metadata.levels.bmt !== undefined, 'implementing operators come after the BMTs are cut'],
    [!taken, `the ${taken} reduction is set already: reductions go from fine to coarse`],
    [level === 'thread' || metadata.reduction.thread !== undefined, 'the thread reduction comes first'],
  );
}

/** Numbers that fit into a block's shared memory on the largest devices: 224 KiB of f32. Builders refuse what the device at hand lacks. */
export const mostShared = 57344;

/** The level exists, or a refusal that names it. */
export function needsLevel(metadata: MetadataSet, level: 'bmtb' | 'bmw'): Refusal | undefined {
  return unless([metadata.levels[level] !== undefined, `the matrix is not cut into ${level.toUpperCase()} blocks`]);
}

/** Threads leave one sum each; `who` names them in the refusal. */
export function oneSumEach(metadata: MetadataSet, who: 'threads' | 'lanes'): Refusal | undefined {
  return unless([metadata.reduction.thread === 'total', `${who} must hold one sum each: use THREAD_TOTAL_RED`]);
}

/** What both reductions over a block need: BMTBs, and one sum from each thread or, where warps reduce, each warp. */
export function canReduceBlock(metadata: MetadataSet): Refusal | undefined {
  return (
    canReduce(metadata, 'block') ??
    needsLevel(metadata, 'bmtb') ??
    oneSumEach(metadata, 'threads') ??
    unless([(metadata.reduction.warp ?? 'total') === 'total', 'warps must hold one sum each'])
  );
}

/** What both warp reductions of single sums need. */
export function canReduceLanes(metadata: MetadataSet): Refusal | undefined {
  return canReduce(metadata, 'warp') ?? needsLevel(metadata, 'bmw') ?? oneSumEach(metadata, 'lanes');
}

export function withReduction(metadata: MetadataSet, reduction: Reduction): MetadataSet {
  return withKeys(metadata, { reduction: { ...metadata.reduction, ...reduction } });
}

/** Refuses threads of several rows where entries are mirrored: an image adds a product with x of the thread's row. */
export function knowsRow(metadata: MetadataSet): Refusal | undefined {
  return unless([!metadata.mirrors, 'mirrored entries need threads of one row: use THREAD_TOTAL_RED']);
}

/** The first block that touches more than one row, or -1. */
export function firstMultiRow(level: Level): number {
  for (let b = 0; b < level.count; b++) if (level.rowEnds[b] - level.rowBegins[b] > 1) return b;
  return -1;
}

/** A refusal unless each block of the level lies in one row. */
export function singleRowed(metadata: MetadataSet, name: 'bmtb' | 'bmw' | 'bmt'): Refusal | undefined {
  const level = metadata.levels[name] as Level;
  const bad = firstMultiRow(level);
  return unless([
    bad < 0,
    `${name.toUpperCase()} ${bad} touches rows ${level.rowBegins[bad]} to ${level.rowEnds[bad] - 1}: one row a block is needed`,
  ]);
}

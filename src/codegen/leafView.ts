import { lanesOf } from '../graph/apply.js';
import { maxOf, mostRows, sizesOf } from '../metadata/levels.js';
import type { Level, LevelName, MetadataSet, Resources } from '../metadata/metadataSet.js';
import { writingLevel } from '../metadata/ownership.js';
import { hasPadding } from '../metadata/padding.js';
import { descendantOffsets, maxPartials } from '../metadata/partials.js';
import { columnSpans } from '../metadata/spans.js';
import { catalogue } from './arrays.js';
import { columnForm } from './columns.js';
import type { Dialect, ValueLayout } from './dialect.js';
import { type EntryBody, entryLoop } from './entryLoop.js';
import { chooseFragments } from './fragments.js';
import type { IndexStore } from './indexStore.js';
import type { Dtype } from './kernelSource.js';
import type { Storage } from './storage.js';
import { render } from './templates.js';

export interface LeafOptions {
  readonly dialect: Dialect;
  readonly dtype: Dtype;
  readonly values: ValueLayout;
  readonly store: IndexStore;
  /** First block of the launch that works on this leaf. */
  readonly firstBlock: number;
  readonly storage: Storage;
  /** Where the leaf's values begin in the kernel's values. */
  readonly valueBase: number;
  /** With a dictionary: which of the leaf's stored values each entry has. */
  readonly codes: Int32Array | undefined;
  /** Whether some leaf of the kernel writes y atomically. */
  readonly atomicKernel: boolean;
}

/** How many blocks a leaf takes, before anything is rendered. */
export function leafBlocks(leaf: MetadataSet): { units: number; blocks: number } {
  const { threads, coarsening } = leaf.resources as Resources;
  const { bmtb, bmw, bmt } = leaf.levels;
  const warps = threads / lanesOf(leaf);
  const units = bmtb ? bmtb.count : bmw ? Math.ceil(bmw.count / warps) : Math.ceil((bmt as Level).count / threads);
  return { units, blocks: Math.ceil(units / coarsening) };
}

/** Turns in which the warps, or threads, of a block take what its largest BMTB is cut into. */
export function roundsOf(leaf: MetadataSet): number {
  const { threads } = leaf.resources as Resources;
  const { bmtb, bmw, bmt } = leaf.levels;
  if (!bmtb) return 1;
  const atOnce = bmw ? threads / lanesOf(leaf) : threads;
  return Math.ceil(maxOf(sizesOf((bmw ?? (bmt as Level)).parentOffsets)) / atOnce);
}

/** Sums that a leaf keeps in shared memory. */
export function sharedSumsOf(leaf: MetadataSet, dialect: Dialect): number {
  if (leaf.reduction.block === 'offset') return Math.max(maxPartials(leaf), 1);
  if (leaf.reduction.block !== 'total') return 0;
  const { threads } = leaf.resources as Resources;
  return dialect.language === 'wgsl' ? threads : Math.ceil(threads / 32);
}

/** Elements of x that a block of the leaf keeps in shared memory, rounded up to whole vectors. */
export function stagedColumnsOf(leaf: MetadataSet): number {
  return leaf.stagesX ? Math.max(Math.ceil(columnSpans(leaf).most / 4) * 4, 4) : 0;
}

/** Row sums that a block of the leaf keeps in shared memory for all its threads to add to. */
export function scatteredRowsOf(leaf: MetadataSet): number {
  return leaf.reduction.block === 'scatter' ? Math.max(mostRows(leaf.levels.bmtb as Level), 1) : 0;
}

/** What a leaf's templates see, and through `read` what decides which arrays the format holds. */
export function renderLeaf(leaf: MetadataSet, options: LeafOptions): string {
  const { dialect, dtype, store, storage } = options;
  const { threads, coarsening, unroll } = leaf.resources as Resources;
  const { bmtb, bmw, bmt } = leaf.levels;
  const fragments = chooseFragments(leaf);
  const columns = columnForm(leaf, storage);
  const lanes = lanesOf(leaf);
  const { units, blocks } = leafBlocks(leaf);
  const template = (name: string) => render(dialect.language, name, view);
  const read = (name: string, index: string) =>
    store.read(name, index, dialect, leaf.compression, () => catalogue[name](leaf, storage));
  const throughWarps = bmw !== undefined && !fragments.warp;
  const staging = leaf.stagesX ? stagingOf(leaf, options) : undefined;

  const view = {
    sum: dialect.sumType(dtype),
    threads,
    coarsening,
    unroll,
    lanes,
    warps: threads / lanes,
    leafBlock: options.firstBlock === 0 ? 'block' : `(block - ${dialect.u32(options.firstBlock)})`,
    counts: { bmtb: bmtb?.count ?? 0, bmw: bmw?.count ?? 0, bmt: bmt?.count ?? 0 },
    stagesX: staging !== undefined,
    stagesOnce: staging?.once,
    staging,
    hasBmtb: bmtb !== undefined,
    hasBmw: bmw !== undefined,
    guardsBmtb: blocks * coarsening > units,
    rounds: roundsOf(leaf),
    writes: writingLevel(leaf),
    warpReduction: fragments.warp,
    blockReduction: fragments.block,
    sumsOverBlock: leaf.reduction.block === 'total',
    scatters: leaf.reduction.block === 'scatter',
    adaptsInThread: fragments.adapter !== undefined && !fragments.warp,
    needsLaneRow: leaf.reduction.warp === 'segmented' && leaf.reduction.thread === 'total',
    mirrors: leaf.mirrors === true,
    needsRow: writingLevel(leaf) === 'bmt' || columns.needsRow || leaf.mirrors === true,
    sharesRows: bmtb?.rowBegins.some((row, b) => b > 0 && row < bmtb.rowEnds[b - 1]),
    read,
    count: (name: string, parent: string) => countExpression(leaf, name, parent, read, dialect),
    store: (row: string, sum: string) =>
      dialect.store(dtype, row, sum, {
        atomic: leaf.reduction.global === 'atomic',
        atomicKernel: options.atomicKernel,
      }),
    xOf: (row: string) => dialect.loadX(dtype, [row], { suffix: '_of_row' }, false),
    adapter: () => (fragments.adapter ? template(`adapters/${fragments.adapter}`) : ''),
    partialIndex: () => (throughWarps ? `bmt - ${read('bmtbBmtOffsets', 'bmtb')}` : 'in_block'),
    partialFirst: () => (throughWarps ? read('bmtbBmtOffsets', 'bmtb') : fragments.warp ? 'first_bmw' : 'first_bmt'),
    partialEnd: () => (fragments.warp ? read('bmtbBmwOffsets', 'bmtb + 1u') : read('bmtbBmtOffsets', 'bmtb + 1u')),
    include: (slot: 'warp' | 'thread' | 'warpReduction' | 'block' | 'stage' | 'clearRows') =>
      template(
        `fragments/${{ warp: 'warp', thread: fragments.thread, warpReduction: fragments.warp, block: fragments.block, stage: 'stage_x', clearRows: 'clear_rows' }[slot]}`,
      ),
    entries: (body: EntryBody) =>
      entryLoop(body, {
        leaf,
        storage,
        columns,
        dialect,
        dtype,
        values: options.values,
        valueBase: options.valueBase,
        codes: options.codes,
        guarded: hasPadding(leaf),
        unroll,
        read,
        store,
      }),
  };
  return template('leaf');
}

/** How a block copies its part of x; `once` where the copy serves all units of work that it takes in turn. */
function stagingOf(leaf: MetadataSet, { dialect, dtype, store, storage }: LeafOptions) {
  const { threads, coarsening } = leaf.resources as Resources;
  const spans = columnSpans(leaf);
  const gathered = leaf.originCols?.length;
  const inSpan = (which: 'first' | 'counts') =>
    spans.shared
      ? dialect.u32(spans[which][0])
      : store.read(`staged.${which}`, 'bmtb', dialect, leaf.compression, () => spans[which]);
  return {
    once: spans.shared && coarsening > 1,
    element: dialect.elementType(dtype),
    vectorOfX: dtype === 'f32' ? 'float4' : undefined,
    /** Columns that lie apart in x, or undefined where they are neighbours. */
    gathered,
    /** Columns that a thread loads together; the registers of 1024 threads hold no more. */
    batch: Math.min(8, Math.ceil((gathered ?? 0) / threads)),
    first: () => inSpan('first'),
    count: () => inSpan('counts'),
    column: (index: string) =>
      store.read('originCols', index, dialect, leaf.compression, () => catalogue.originCols(leaf, storage)),
  };
}

/** Children of a block: a literal where all have equally many, which lets the compiler drop comparisons. */
function countExpression(
  leaf: MetadataSet,
  name: string,
  parent: string,
  read: (name: string, index: string) => string,
  dialect: Dialect,
): string {
  const level = name.startsWith('bmtb') ? 'bmtb' : 'bmw';
  const child: LevelName = name.endsWith('BmwOffsets') ? 'bmw' : 'bmt';
  const offsets = level === 'bmtb' ? descendantOffsets(leaf, child) : (leaf.levels.bmt as Level).parentOffsets;
  const sizes = sizesOf(offsets);
  if (sizes.length > 0 && sizes.every((size) => size === sizes[0])) return dialect.u32(sizes[0]);
  return `${read(name, `${parent} + 1u`)} - ${read(name, parent)}`;
}

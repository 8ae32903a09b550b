import { applyGraph, lanesOf } from '../graph/apply.js';
import type { Graph } from '../graph/graph.js';
import { graphHash, graphText } from '../graph/identity.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { mirrorSlots } from '../matrix/symmetry.js';
import { defaultCompression, type MetadataSet } from '../metadata/metadataSet.js';
import { countWrites } from '../metadata/ownership.js';
import { isRefusal, type Refusal, refuse } from '../operators/operator.js';
import { unwrittenRows } from './arrays.js';
import { cuda } from './cuda.js';
import type { Dialect, ValueLayout } from './dialect.js';
import { IndexPacker } from './indexPacker.js';
import { createIndexStore } from './indexStore.js';
import type { Dtype, KernelSource, Target, ValueStorage } from './kernelSource.js';
import { leafBlocks, renderLeaf, scatteredRowsOf, sharedSumsOf, stagedColumnsOf } from './leafView.js';
import { numberBytes } from './numbers.js';
import { inStorageOrder, type Storage, storageOf } from './storage.js';
import { indent, render } from './templates.js';
import { type ValueForm, valueForm } from './values.js';
import { wgsl } from './wgsl.js';

export interface BuildOptions {
  readonly dtype: Dtype;
  /** Stores the values in 16 bits; by default they have the dtype. Not with dtype f16. */
  readonly valueStorage?: ValueStorage;
  readonly target: Target;
}

/** CUDA: more shared memory than this must be asked for at the launch. */
const plainSharedBytes = 48 * 1024;

/**
 * Entries a thread from which on the blocks of a single wave keep the next kernel out until they are done. Its waiting
 * blocks would sit on the same multiprocessors, unevenly, and the kernel after that would find others idle.
 */
const longWork = 32;

/** Values of each leaf begin at a multiple of this, so that wide loads stay aligned. */
const valueAlignment = 4;

/** A kernel, and what became of the graph. */
export interface Built {
  readonly kernel: KernelSource;
  /** Leaves that do no work, by their place in the graph; absent where all work. */
  readonly idle?: readonly number[];
}

/** Applies a graph to a matrix and builds its kernel; a refusal where the graph is not legal or the device cannot hold it. */
export function buildKernel(matrix: CsrMatrix, graph: Graph, options: BuildOptions): Built | Refusal {
  const applied = applyGraph(graph, matrix);
  if (isRefusal(applied)) return applied;
  return buildFromLeaves(matrix, graph, applied.leaves, options);
}

/** The kernel of leaves that a graph made. */
export function buildFromLeaves(
  matrix: CsrMatrix,
  graph: Graph,
  allLeaves: readonly MetadataSet[],
  { dtype, valueStorage, target }: BuildOptions,
): Built | Refusal {
  const dialect = target.language === 'wgsl' ? wgsl : cuda;
  // A leaf without blocks (no rows, or no entries among its rows) does no work and writes nothing.
  const leaves = allLeaves.filter((leaf) => leafBlocks(leaf).blocks > 0);
  const idle = [...allLeaves.keys()].filter((n) => !leaves.includes(allLeaves[n]));
  const threads = allLeaves[0].resources?.threads ?? 64;
  const atomic = leaves.some((leaf) => leaf.reduction.global === 'atomic');
  if (valueStorage && dtype === 'f16')
    return refuse('values of dtype f16 are stored so: 16-bit storage is for f32 and f64');
  if (atomic && dtype === 'f16') return refuse('atomic sums need f32 or f64: y is f16');
  const sharedSums = leaves.reduce((most, leaf) => Math.max(most, sharedSumsOf(leaf, dialect)), 0);
  const stagedColumns = leaves.reduce((most, leaf) => Math.max(most, stagedColumnsOf(leaf)), 0);
  const scatteredRows = leaves.reduce((most, leaf) => Math.max(most, scatteredRowsOf(leaf)), 0);
  const shuffles = shuffleKind(leaves, target);
  const storages = leaves.map(storageOf);
  const layout = valueLayout(dtype, valueStorage, leaves, storages);
  const width = numberBytes[dtype];
  const wholeVectors = (sums: number) => Math.ceil((sums * Math.max(width, 4)) / 16) * 16;
  const sumBytes = wholeVectors(sharedSums);
  const rowBytes = wholeVectors(scatteredRows);
  const sharedBytes = sumBytes + rowBytes + stagedColumns * width + (shuffles === 'memory' ? threads * 4 : 0);
  if (threads > target.maxThreads) return refuse(`${threads} threads a block; the device allows ${target.maxThreads}`);
  if (sharedBytes > target.maxSharedBytes) {
    return refuse(`${sharedBytes} bytes of shared memory a block; the device allows ${target.maxSharedBytes}`);
  }

  const packer = new IndexPacker();
  const parts: { endBlock: number; body: string }[] = [];
  const slotChunks: Int32Array[] = [];
  const sharesValues = leaves.some((leaf) => leaf.compression.values === 'dictionary' || leaf.mirrors);
  const classes = sharesValues ? new Int32Array(matrix.nnz).fill(-1) : new Int32Array();
  let firstBlock = 0;
  let valueBase = 0;
  for (const [n, leaf] of leaves.entries()) {
    const store = createIndexStore(packer, leaves.length > 1 ? `leaf${n}.` : '');
    const storage = storages[n];
    const values = valueForm(leaf, storage, matrix.data, layout.type);
    if (isRefusal(values)) return values;
    const { codes } = values;
    if (codes || leaf.mirrors) noteClasses(classes, matrix, leaf, storage, values, valueBase);
    const body = renderLeaf(leaf, {
      dialect,
      dtype,
      values: layout,
      store,
      storage,
      firstBlock,
      valueBase,
      codes,
      atomicKernel: atomic,
    });
    firstBlock += leafBlocks(leaf).blocks;
    parts.push({ endBlock: firstBlock, body });
    slotChunks.push(values.slots);
    valueBase = Math.ceil((valueBase + values.slots.length) / valueAlignment) * valueAlignment;
  }
  const clearing = atomic ? undefined : clearingPart(matrix, leaves, packer, dialect, dtype, threads, firstBlock);
  if (clearing) {
    parts.push(clearing);
    firstBlock = clearing.endBlock;
  }

  const slots = joinSlots(slotChunks, valueBase);
  const indices = packer.pack();
  const isOneWave = firstBlock * threads <= target.parallelBlocks * 256;
  const letsNextIn = !isOneWave || slots.length < longWork * firstBlock * threads;
  const name = `spmv_${graphHash(graph).slice(0, 8)}`;
  const source = render(dialect.language, 'skeleton', {
    title: graphText(graph),
    name,
    readsHalves: dtype === 'f16' || layout.type === 'f16',
    half: dtype === 'f16',
    element: dialect.elementType(dtype),
    valueElement: dialect.valueElementType(layout),
    sum: dialect.sumType(dtype),
    threads,
    rows: matrix.rows,
    hasValues: slots.length > 0,
    hasIndices: indices.length > 0,
    sharedSums,
    scatteredRows,
    stagedColumns,
    dynamicShared: sharedBytes > plainSharedBytes,
    sumBytes,
    rowBytes,
    shuffles,
    letsNextIn,
    atomic,
    flatGrid: firstBlock <= 65535,
    parts,
    helper: (helper: string) => render(dialect.language, `fragments/${helper}`, { threads }),
  });
  return {
    ...(idle.length > 0 ? { idle } : {}),
    kernel: {
      language: target.language,
      name,
      source: indent(source),
      dtype,
      ...(valueStorage ? { valueStorage } : {}),
      rows: matrix.rows,
      cols: matrix.cols,
      nnz: matrix.nnz,
      slots,
      ...(sharesValues ? { valueClasses: classes } : {}),
      indices,
      arrays: packer.table,
      threads,
      blocks: firstBlock,
      sharedBytes,
      clearsY: atomic,
      ...(target.language === 'cuda' ? { overlaps: true, ...(atomic ? { clearEntry: `${name}_clear` } : {}) } : {}),
      deterministic: !atomic && scatteredRows === 0,
      bytes:
        slots.length * numberBytes[layout.type] +
        indices.byteLength +
        (matrix.cols + matrix.rows * (atomic ? 2 : 1)) * width,
    },
  };
}

/** How the values lie: in fours where every leaf takes them so, since an array has one type of elements. */
function valueLayout(
  dtype: Dtype,
  valueStorage: ValueStorage | undefined,
  leaves: readonly MetadataSet[],
  storages: readonly Storage[],
): ValueLayout {
  const inFours = leaves.every(({ compression }, n) => compression.values === 'plain' && storages[n].vector === 4);
  return { dtype, type: valueStorage ?? dtype, inFours };
}

/** How lanes exchange values: not at all, within a subgroup, or through workgroup memory where warps are wider. */
function shuffleKind(leaves: readonly MetadataSet[], target: Target): 'subgroup' | 'memory' | undefined {
  const shuffling = leaves.filter((leaf) => leaf.reduction.warp);
  if (shuffling.length === 0 || target.language === 'cuda') return undefined;
  const widest = Math.max(...shuffling.map(lanesOf));
  return widest <= target.subgroupSize ? 'subgroup' : 'memory';
}

/** Blocks that write 0 to rows which no leaf writes, in the same launch. */
function clearingPart(
  matrix: CsrMatrix,
  leaves: readonly MetadataSet[],
  packer: IndexPacker,
  dialect: Dialect,
  dtype: Dtype,
  threads: number,
  firstBlock: number,
): { endBlock: number; body: string } | undefined {
  const writes = new Int32Array(matrix.rows);
  for (const leaf of leaves) countWrites(leaf, writes);
  const cleared = unwrittenRows(writes);
  if (cleared.length === 0) return undefined;
  const store = createIndexStore(packer, '');
  const body = render(dialect.language, 'fragments/clear', {
    leafBlock: firstBlock === 0 ? 'block' : `(block - ${dialect.u32(firstBlock)})`,
    threads,
    count: cleared.length,
    read: (name: string, index: string) => store.read(name, index, dialect, defaultCompression, () => cleared),
    clear: (row: string) => dialect.store(dtype, row, zero(dialect), { atomic: false, atomicKernel: false }),
  });
  return { endBlock: firstBlock + Math.ceil(cleared.length / threads), body };
}

function zero(dialect: Dialect): string {
  return dialect.language === 'wgsl' ? '0.0' : '0';
}

/** One array for all leaves; gaps between them are padding. */
function joinSlots(chunks: readonly Int32Array[], total: number): Int32Array {
  if (chunks.length === 1 && chunks[0].length === total) return chunks[0];
  const slots = new Int32Array(total);
  let at = 0;
  for (const chunk of chunks) {
    slots.set(chunk, at);
    const end = at + chunk.length;
    at = Math.ceil(end / valueAlignment) * valueAlignment;
    slots.fill(-1, end, at);
  }
  return slots;
}

/** Notes for each entry that a leaf has in a dictionary, or as an image of another, which stored value stands for it. */
function noteClasses(
  classes: Int32Array,
  matrix: CsrMatrix,
  leaf: MetadataSet,
  storage: Storage,
  { codes }: ValueForm,
  valueBase: number,
): void {
  const slots = inStorageOrder(leaf.nonZeros.slots, storage.order);
  const mirrors = leaf.mirrors ? mirrorSlots(matrix) : undefined;
  for (let i = 0; i < slots.length; i++) {
    if (slots[i] < 0) continue;
    const stored = valueBase + (codes ? codes[i] : i);
    classes[slots[i]] = stored;
    if (mirrors) classes[mirrors[slots[i]]] = stored;
  }
}

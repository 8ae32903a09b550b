import type { Graph, GraphNode } from '../graph/graph.js';
import type { Params } from '../operators/operator.js';

export function op(name: string, params: Params = {}): GraphNode {
  return { op: name, params };
}

export function divide(name: string, params: Params, ...branches: readonly Graph[]): GraphNode {
  return { op: name, params, branches };
}

/** Where sums go: straight to y where each row has one owner, atomically where leaves or blocks share rows. */
export type Ending = 'store' | 'atomic';

export function ending(kind: Ending): GraphNode {
  return op(kind === 'store' ? 'GMEM_STORE' : 'GMEM_ATOM_RED');
}

const resources = (params: Params = {}) => op('SET_RESOURCES', params);

/** One thread a row, entries side by side: CSR-scalar. */
export function rowAThread(end: Ending = 'store'): Graph {
  return [op('COMPRESS'), op('BMT_ROW_BLOCK'), resources(), op('THREAD_TOTAL_RED'), ending(end)];
}

/** `lanes` threads a row, entries dealt out in turn: CSR-vector. */
export function rowAWarp(lanes: number, end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: 1 }),
    op('BMT_COL_BLOCK', { size: lanes }),
    op('INTERLEAVED_STORAGE'),
    resources(),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    ending(end),
  ];
}

/** One thread a row, all rows padded to the longest, stored column by column: ELL. */
export function paddedRows(end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMT_ROW_BLOCK'),
    op('BMT_PAD', { to: 'leaf' }),
    op('INTERLEAVED_STORAGE'),
    resources(),
    op('THREAD_TOTAL_RED'),
    ending(end),
  ];
}

/** One thread a row, rows padded to the longest of their slice: SELL. */
export function paddedSlices(sliceRows = 32, end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: sliceRows }),
    op('BMT_ROW_BLOCK'),
    op('BMT_PAD'),
    op('INTERLEAVED_STORAGE'),
    resources(),
    op('THREAD_TOTAL_RED'),
    ending(end),
  ];
}

/** Sorted rows without padding, the k-th entries of a slice's rows side by side: jagged diagonals. */
export function jaggedSlices(sliceRows: number, end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: sliceRows }),
    op('BMT_ROW_BLOCK'),
    op('INTERLEAVED_STORAGE'),
    resources(),
    op('THREAD_TOTAL_RED'),
    ending(end),
  ];
}

/** Blocks of as many rows as fit into shared memory; products first, then sums by row offsets: CSR-Stream. */
export function streamedRows(entries = 1024, end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { by: 'entries', size: entries }),
    op('BMT_NNZ_BLOCK', { size: 1 }),
    resources(),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    ending(end),
  ];
}

/**
 * Blocks of whole rows whose entries are taken by column, so that those of one sector of x meet in one load; products
 * are added up in shared memory.
 */
export function scatteredRows(entriesABlock: number, threads: number): Graph {
  return [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { by: 'entries', size: entriesABlock, mostRows: 16384 }),
    op('BMT_NNZ_BLOCK', { size: entriesABlock / threads }),
    resources({ threads, unroll: 8 }),
    op('SHMEM_ATOM_RED'),
    ending('store'),
  ];
}

/** A whole block for each row: CSR-VectorL. */
export function rowABlock(threads = 256, end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 1 }),
    op('BMT_COL_BLOCK', { size: threads }),
    op('INTERLEAVED_STORAGE'),
    resources({ threads: 256 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_TOTAL_RED'),
    ending(end),
  ];
}

/** Equal tiles of entries wherever rows begin, with bit flags and a segmented reduction: CSR5. */
export function balancedTiles(entriesAThread = 8, params: Params = {}): Graph {
  return [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMW_NNZ_BLOCK', { size: 32 * entriesAThread }),
    op('BMT_NNZ_BLOCK', { size: entriesAThread }),
    op('BMT_PAD'),
    op('INTERLEAVED_STORAGE'),
    resources(params),
    op('THREAD_BITMAP_RED'),
    op('WARP_SEG_RED'),
    ending('atomic'),
  ];
}

/** One thread an entry and a segmented reduction: COO. */
export function entryAThread(): Graph {
  return [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMW_NNZ_BLOCK', { size: 32 }),
    op('BMT_NNZ_BLOCK', { size: 1 }),
    resources(),
    op('THREAD_TOTAL_RED'),
    op('WARP_SEG_RED'),
    ending('atomic'),
  ];
}

/** Warps take as many whole rows as fill their lanes, so that balance needs no atomics: CSR5 cut between rows. */
export function rowTiles(entriesAThread: number, warpReduction: string): Graph {
  return [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMW_ROW_BLOCK', { by: 'entries', rows: 32 * entriesAThread }),
    op('BMT_NNZ_BLOCK', { size: entriesAThread }),
    ...(entriesAThread > 1 ? [op('BMT_PAD'), op('INTERLEAVED_STORAGE')] : []),
    resources(),
    op(entriesAThread > 1 ? 'THREAD_BITMAP_RED' : 'THREAD_TOTAL_RED'),
    op(warpReduction),
    ending('store'),
  ];
}

/** Rows padded to whole vectors, loaded 16 bytes at a time, one thread a row. */
export function wideRows(to: 'parent' | 'leaf', end: Ending = 'store'): Graph {
  return [
    op('COMPRESS'),
    ...(to === 'parent' ? [op('BMW_ROW_BLOCK', { rows: 32 })] : []),
    op('BMT_ROW_BLOCK'),
    op('BMT_PAD', { to, multiple: 4 }),
    op('INTERLEAVED_STORAGE', { vector: 4 }),
    resources(),
    op('THREAD_TOTAL_RED'),
    ending(end),
  ];
}

/** `lanes` threads a row, each dealt four neighbours at a time, which it loads together. */
export function wideRowAWarp(lanes: number): Graph {
  return [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: 1 }),
    op('BMT_COL_BLOCK', { size: lanes, group: 4 }),
    op('BMT_PAD', { to: 'multiple', multiple: 4 }),
    op('INTERLEAVED_STORAGE', { vector: 4 }),
    resources(),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    ending('store'),
  ];
}

/** The chain with its arrays compressed in another way. */
export function compressed(chain: Graph, params: Params): Graph {
  const at = chain.findIndex((node) => node.op === 'SET_RESOURCES') + 1;
  return chain.toSpliced(at, 0, op('SET_COMPRESSION', params));
}

/** Tiles of columns whose part of x lies in shared memory, each cut into equal pieces for CSR5-like threads. */
export function stagedTiles(width: number, entriesABlock: number, entriesAThread: number): Graph {
  return [op('COL_TILE', { width }), ...stagedBlocks(entriesABlock, entriesAThread)];
}

/** The `count` most popular columns from shared memory in large blocks, the rest in tiles as CSR5 has them. */
export function hotColumns(count: number, entriesABlock: number, entriesAThread: number): Graph {
  return [
    divide(
      'HOT_COL_DIV',
      { count },
      stagedBlocks(entriesABlock, entriesAThread),
      balancedTiles(entriesAThread, { threads: 1024 }),
    ),
  ];
}

/** Blocks whose part of x lies in shared memory, each cut into equal pieces for CSR5-like threads. */
function stagedBlocks(entriesABlock: number, entriesAThread: number): Graph {
  return [
    op('COMPRESS', { emptyRows: 'drop' }),
    op('BMTB_NNZ_BLOCK', { size: entriesABlock }),
    op('BMW_NNZ_BLOCK', { size: 32 * entriesAThread }),
    op('BMT_NNZ_BLOCK', { size: entriesAThread }),
    ...(entriesAThread > 1 ? [op('BMT_PAD'), op('INTERLEAVED_STORAGE')] : []),
    resources({ threads: 1024 }),
    op('STAGE_X'),
    op(entriesAThread > 1 ? 'THREAD_BITMAP_RED' : 'THREAD_TOTAL_RED'),
    op('WARP_SEG_RED'),
    ending('atomic'),
  ];
}

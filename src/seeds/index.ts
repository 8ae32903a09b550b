import type { Graph } from '../graph/graph.js';
import {
  balancedTiles,
  compressed,
  divide,
  ending,
  entryAThread,
  hotColumns,
  jaggedSlices,
  op,
  paddedRows,
  paddedSlices,
  rowABlock,
  rowAThread,
  rowAWarp,
  rowTiles,
  scatteredRows,
  stagedTiles,
  streamedRows,
  wideRowAWarp,
  wideRows,
} from './chain.js';
import { found } from './found.js';

export interface Seed {
  readonly name: string;
  readonly graph: Graph;
}

const resources = op('SET_RESOURCES');

/**
 * Published formats as operator graphs, simplest first, then what searches found. The search begins here, so it never ends
 * below a perfect selector.
 */
export const seeds: readonly Seed[] = [
  { name: 'csr-scalar', graph: rowAThread() },
  ...[2, 4, 8, 16, 32].map((lanes) => ({ name: `csr-vector-${lanes}`, graph: rowAWarp(lanes) })),
  { name: 'ell', graph: paddedRows() },
  { name: 'sell', graph: paddedSlices() },
  { name: 'sell-c-sigma', graph: [op('SORT_SUB'), ...paddedSlices()] },
  {
    name: 'sell-p',
    graph: [
      op('COMPRESS'),
      op('BMTB_ROW_BLOCK', { size: 32 }),
      op('BMTB_ROW_PAD', { multiple: 8 }),
      op('BMW_ROW_BLOCK', { rows: 1 }),
      op('BMT_COL_BLOCK', { size: 8 }),
      op('INTERLEAVED_STORAGE'),
      resources,
      op('THREAD_TOTAL_RED'),
      op('WARP_TOTAL_RED'),
      ending('store'),
    ],
  },
  {
    name: 'jds',
    graph: [
      op('SORT'),
      op('COMPRESS'),
      op('BMT_ROW_BLOCK'),
      op('INTERLEAVED_STORAGE'),
      resources,
      op('THREAD_TOTAL_RED'),
      ending('store'),
    ],
  },
  { name: 'jagged-slices', graph: [op('SORT_SUB'), ...jaggedSlices(32)] },
  {
    name: 'sectioned-ell',
    graph: [op('SORT_SUB'), divide('ROW_DIV', { lengths: [8, 32] }, paddedRows(), paddedRows(), paddedSlices())],
  },
  {
    name: 'row-grouped-csr',
    graph: [
      op('COMPRESS'),
      op('BMTB_ROW_BLOCK', { size: 128 }),
      op('BMT_ROW_BLOCK'),
      op('BMT_PAD'),
      op('INTERLEAVED_STORAGE'),
      op('SET_RESOURCES', { threads: 128 }),
      op('THREAD_TOTAL_RED'),
      ending('store'),
    ],
  },
  { name: 'csr-stream', graph: streamedRows() },
  { name: 'csr-adaptive', graph: [divide('ROW_DIV', { lengths: [1024] }, streamedRows(), rowABlock())] },
  {
    name: 'row-tiles',
    graph: [divide('ROW_DIV', { lengths: [33] }, rowTiles(1, 'WARP_SEG_RED'), rowAWarp(32))],
  },
  {
    name: 'bitmap-tiles',
    graph: [divide('ROW_DIV', { lengths: [33] }, rowTiles(1, 'WARP_BITMAP_RED'), rowAWarp(32))],
  },
  {
    name: 'row-tiles-4',
    graph: [divide('ROW_DIV', { lengths: [129] }, rowTiles(4, 'WARP_SEG_RED'), rowAWarp(32))],
  },
  { name: 'csr5', graph: balancedTiles() },
  {
    name: 'merge',
    graph: [
      op('COMPRESS', { emptyRows: 'drop' }),
      op('BMT_NNZ_BLOCK', { size: 8, rowCost: 1 }),
      resources,
      op('THREAD_BITMAP_RED'),
      ending('atomic'),
    ],
  },
  { name: 'coo', graph: entryAThread() },
  {
    name: 'acsr',
    graph: [
      op('BIN'),
      divide('ROW_DIV', { lengths: [8, 64, 2048] }, rowAWarp(4), rowAWarp(16), rowAWarp(32), rowABlock()),
    ],
  },
  {
    name: 'long-rows-apart',
    graph: [divide('ROW_DIV', { lengths: [256] }, [op('SORT_SUB'), ...paddedSlices()], rowABlock())],
  },
  {
    name: 'long-rows-shared',
    graph: [
      divide(
        'ROW_DIV',
        { lengths: [2048] },
        [op('SORT_SUB'), ...paddedSlices()],
        [
          op('COMPRESS'),
          op('BMTB_COL_BLOCK', { width: 4096 }),
          op('BMT_COL_BLOCK', { size: 256 }),
          op('INTERLEAVED_STORAGE'),
          resources,
          op('THREAD_TOTAL_RED'),
          op('SHMEM_TOTAL_RED'),
          ending('atomic'),
        ],
      ),
    ],
  },
  { name: 'hyb', graph: [divide('HYB_DECOMP', {}, paddedRows('atomic'), entryAThread())] },
  { name: 'dia', graph: [divide('DIA_DECOMP', {}, paddedRows(), rowAWarp(8))] },
  { name: 'dia-split', graph: [divide('DIA_DECOMP', { rows: 'split' }, paddedRows('atomic'), rowAWarp(4, 'atomic'))] },
  { name: 'bsr', graph: [divide('DENSE_BLOCK_DECOMP', {}, paddedSlices(), rowAWarp(8))] },
  { name: 'bsr-split', graph: [divide('DENSE_BLOCK_DECOMP', {}, paddedSlices(32, 'atomic'), entryAThread())] },
  { name: 'wide-dia', graph: [divide('DIA_DECOMP', {}, wideRows('leaf'), rowAWarp(8))] },
  { name: 'wide-sell', graph: [op('SORT_SUB'), ...wideRows('parent')] },
  { name: 'wide-csr-vector-2', graph: wideRowAWarp(2) },
  { name: 'wide-csr-vector-8', graph: wideRowAWarp(8) },
  { name: 'near-sell', graph: compressed(paddedSlices(), { columnBase: 'row' }) },
  { name: 'near-csr-vector-8', graph: compressed(rowAWarp(8), { columnBase: 'block' }) },
  { name: 'near-csr-stream', graph: compressed(streamedRows(), { columnBase: 'block' }) },
  { name: 'dictionary-csr-vector-8', graph: compressed(rowAWarp(8), { values: 'dictionary' }) },
  { name: 'dictionary-sell', graph: [op('SORT_SUB'), ...compressed(paddedSlices(), { values: 'dictionary' })] },
  { name: 'dictionary-coo', graph: compressed(entryAThread(), { values: 'dictionary' }) },
  {
    name: 'dictionary-dia',
    graph: [divide('DIA_DECOMP', {}, compressed(paddedRows(), { values: 'dictionary' }), rowAWarp(8))],
  },
  { name: 'staged-tiles', graph: stagedTiles(49152, 65536, 4) },
  { name: 'staged-coo', graph: stagedTiles(49152, 131072, 1) },
  { name: 'staged-small-tiles', graph: stagedTiles(16384, 32768, 8) },
  { name: 'scattered-rows', graph: scatteredRows(131072, 1024) },
  { name: 'scattered-small-blocks', graph: scatteredRows(12288, 1024) },
  {
    name: 'short-rows-scattered',
    graph: [divide('ROW_DIV', { lengths: [128] }, scatteredRows(65536, 1024), stagedTiles(16384, 32768, 8))],
  },
  { name: 'hot-columns', graph: hotColumns(24576, 65536, 8) },
  { name: 'hot-columns-8192', graph: hotColumns(8192, 32768, 4) },
  { name: 'rcm-sell', graph: [op('REORDER_RCM'), ...paddedSlices()] },
  { name: 'rcm-stream', graph: [op('REORDER_RCM'), ...streamedRows()] },
  { name: 'similar-sell', graph: [op('REORDER_SIMILAR'), op('SORT_SUB'), ...paddedSlices()] },
  { name: 'similar-stream', graph: [op('REORDER_SIMILAR'), ...streamedRows()] },
  { name: 'symmetric-sell', graph: [op('SYMMETRIC_HALF'), ...paddedSlices(32, 'atomic')] },
  { name: 'symmetric-csr-vector-8', graph: [op('SYMMETRIC_HALF'), ...rowAWarp(8, 'atomic')] },
  {
    name: 'symmetric-dia',
    graph: [op('SYMMETRIC_HALF'), divide('DIA_DECOMP', {}, paddedRows('atomic'), rowAWarp(4, 'atomic'))],
  },
  {
    name: 'tile-composite',
    graph: [
      divide(
        'COL_DIV',
        { by: 'parts', parts: 2 },
        [op('SORT_SUB'), ...paddedSlices(32, 'atomic')],
        [op('SORT_SUB'), ...paddedSlices(32, 'atomic')],
      ),
    ],
  },
  ...found,
];

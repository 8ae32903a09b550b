import type { Graph } from '../graph/graph.js';
import { entryAThread, op, rowAWarp } from './chain.js';

/** `lanes` threads a row, dealt what all rows are padded to: no thread asks how long its row is. */
function paddedRowAWarp(lanes: number, threads: number, pads: Graph, to: 'leaf' | 'parent', unroll: number): Graph {
  return [
    op('COMPRESS'),
    op('BMW_ROW_BLOCK', { rows: 1 }),
    ...pads,
    op('BMT_COL_BLOCK', { size: lanes }),
    op('BMT_PAD', { to }),
    op('INTERLEAVED_STORAGE'),
    op('SET_RESOURCES', { threads, unroll }),
    op('THREAD_TOTAL_RED'),
    op('WARP_TOTAL_RED'),
    op('GMEM_STORE'),
  ];
}

/** The chain with other resources. */
function withResources(chain: Graph, params: Record<string, number>): Graph {
  return chain.map((node) => (node.op === 'SET_RESOURCES' ? op('SET_RESOURCES', params) : node));
}

/**
 * Designs that searches on an H200 found (results/search.md), and that beat every published format on matrices other than
 * those that they were found on. Of 179 such designs, timed on 44 matrices, these are simple and gained most.
 */
export const found: readonly { readonly name: string; readonly graph: Graph }[] = [
  { name: 'padded-csr-vector-32', graph: paddedRowAWarp(32, 512, [op('BMW_PAD')], 'leaf', 1) },
  { name: 'padded-csr-vector-16', graph: paddedRowAWarp(16, 384, [], 'parent', 4) },
  {
    name: 'bitmap-csr-vector-4',
    graph: withResources(rowAWarp(4), { threads: 512 }).map((node) =>
      node.op === 'WARP_TOTAL_RED' ? op('WARP_BITMAP_RED') : node,
    ),
  },
  {
    name: 'wide-ell-2',
    graph: [
      op('COMPRESS'),
      op('BMT_ROW_BLOCK'),
      op('BMT_PAD', { to: 'leaf', multiple: 2 }),
      op('INTERLEAVED_STORAGE', { vector: 2 }),
      op('SET_RESOURCES', { threads: 64, unroll: 2 }),
      op('THREAD_TOTAL_RED'),
      op('GMEM_STORE'),
    ],
  },
  {
    name: 'wide-sell-64',
    graph: [
      op('COMPRESS'),
      op('BMTB_ROW_BLOCK', { size: 64 }),
      op('BMW_ROW_BLOCK', { rows: 32 }),
      op('BMT_ROW_BLOCK'),
      op('BMT_PAD', { multiple: 4 }),
      op('INTERLEAVED_STORAGE', { vector: 4 }),
      op('SET_RESOURCES', { threads: 128, unroll: 8 }),
      op('THREAD_TOTAL_RED'),
      op('GMEM_STORE'),
    ],
  },
  { name: 'binned-coo', graph: [op('BIN', { base: 4 }), ...withResources(entryAThread(), { threads: 512 })] },
  {
    name: 'similar-coo',
    graph: [op('REORDER_SIMILAR'), ...withResources(entryAThread(), { threads: 512, unroll: 8 })],
  },
];

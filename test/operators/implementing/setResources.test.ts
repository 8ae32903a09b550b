import { describe, expect, it } from 'vitest';
import { applyGraph } from '../../../src/graph/apply.js';
import { divide, op, rowAThread } from '../../../src/seeds/chain.js';
import { small } from '../../support/matrices.js';
import { golden, irregular, kernelOf, leafOf, refusalOf } from '../../support/operators.js';

const threads = [op('COMPRESS'), op('BMT_ROW_BLOCK')];
const graph = (params: object) => [
  ...threads,
  op('SET_RESOURCES', { ...params }),
  op('THREAD_TOTAL_RED'),
  op('GMEM_STORE'),
];

describe('SET_RESOURCES', () => {
  it('sets threads, coarsening and unrolling', () => {
    const leaf = leafOf([...threads, op('SET_RESOURCES', { threads: 64, coarsening: 4, unroll: 2 })]);
    expect(leaf.resources).toEqual({ threads: 64, coarsening: 4, unroll: 2 });
  });

  it('decides how many blocks a launch has', () => {
    const blocks = (params: object) => kernelOf(graph(params), irregular).blocks;
    // 32 rows, one thread each.
    expect([blocks({ threads: 32 }), blocks({ threads: 64 })]).toEqual([1, 1]);
    const fourRows = (coarsening: number) => [
      op('COMPRESS'),
      op('BMTB_ROW_BLOCK', { size: 4 }),
      op('BMT_ROW_BLOCK'),
      op('SET_RESOURCES', { coarsening }),
      op('THREAD_TOTAL_RED'),
      op('GMEM_STORE'),
    ];
    expect([1, 3].map((coarsening) => kernelOf(fourRows(coarsening), irregular).blocks)).toEqual([8, 3]);
  });

  it('comes after the BMTs, once, with the same threads in all branches', () => {
    expect(refusalOf([op('COMPRESS'), op('SET_RESOURCES')])).toMatch('come after the BMTs are cut');
    expect(refusalOf([...threads, op('SET_RESOURCES'), op('SET_RESOURCES')])).toBe('resources are set already');
    expect(refusalOf([...threads, op('SET_RESOURCES', { threads: 33 })])).toMatch('threads = 33');
    const mixed = [divide('ROW_DIV', { lengths: [2] }, rowAThread(), graph({ threads: 64 }))];
    expect(applyGraph(mixed, small)).toEqual({
      refused: 'leaf 1 wants 64 threads a block and leaf 0 256: one launch has one size',
    });
  });

  golden('setResources', [
    op('COMPRESS'),
    op('BMTB_ROW_BLOCK', { size: 4 }),
    op('BMT_ROW_BLOCK'),
    op('SET_RESOURCES', { threads: 64, coarsening: 3, unroll: 2 }),
    op('THREAD_TOTAL_RED'),
    op('SHMEM_OFFSET_RED'),
    op('GMEM_STORE'),
  ]);
});

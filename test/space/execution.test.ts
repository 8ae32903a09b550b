import { describe, expect, it } from 'vitest';
import { applyGraph } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { isRefusal } from '../../src/operators/operator.js';
import { divide, op, rowAThread, rowAWarp } from '../../src/seeds/chain.js';
import { executionOf, noExecution } from '../../src/space/execution.js';
import { matrixOf } from '../support/matrices.js';

function runOf(graph: Graph, matrix: CsrMatrix) {
  const applied = applyGraph(graph, matrix);
  if (isRefusal(applied)) throw new Error(applied.refused);
  return executionOf(applied.leaves);
}

/** 64 rows of four entries, all of the same columns. */
const blocks = matrixOf(
  Array.from({ length: 64 }, () => [0, 1, 2, 3]),
  4,
);
const thread = (params: Record<string, number>): Graph => [
  op('COMPRESS'),
  op('BMT_ROW_BLOCK'),
  op('SET_RESOURCES', params),
  op('THREAD_TOTAL_RED'),
  op('GMEM_STORE'),
];

describe('how a device would run a graph', () => {
  it('has the same names for every graph', () => {
    const names = Object.keys(noExecution);
    expect(Object.keys(runOf(rowAThread(), blocks))).toEqual(names);
    expect(Object.keys(runOf(rowAWarp(4), blocks))).toEqual(names);
  });

  it('counts what a thread waits for, less what is in flight together', () => {
    const plain = runOf(thread({ threads: 64, unroll: 1 }), blocks);
    expect(plain['run.serial']).toBeCloseTo(Math.log2(1 + 4));
    expect(plain['run.chain']).toBeCloseTo(Math.log2(1 + 4));
    expect(runOf(thread({ threads: 64, unroll: 4 }), blocks)['run.chain']).toBeCloseTo(Math.log2(1 + 1));
    const twice = runOf(thread({ threads: 64, unroll: 4, coarsening: 2 }), blocks);
    expect(twice['run.chain']).toBeCloseTo(Math.log2(1 + 2));
    expect(twice['run.serial']).toBeCloseTo(Math.log2(1 + 8));
  });

  it('sees threads without work, and rounds of a block that has more work than threads', () => {
    expect(runOf(thread({ threads: 64 }), blocks)['run.busy']).toBe(1);
    expect(runOf(thread({ threads: 256 }), blocks)['run.busy']).toBe(0.25);
    const inBlocks: Graph = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 64 }), ...thread({ threads: 32 }).slice(1)];
    const run = runOf(inBlocks, blocks);
    expect(run['run.busy']).toBe(1);
    expect(run['run.serial']).toBeCloseTo(Math.log2(1 + 2 * 4));
  });

  it('sees how far apart neighbouring threads read, in the matrix and in x', () => {
    const plain = runOf(thread({ threads: 64 }), blocks);
    expect(plain['run.stride']).toBe(2);
    // All of a warp's threads load the same element of x.
    expect(plain['run.sectors']).toBe(1 / 32);
    const interleaved = [...thread({ threads: 64 })];
    interleaved.splice(2, 0, op('BMT_PAD'), op('INTERLEAVED_STORAGE'));
    expect(runOf(interleaved, blocks)['run.stride']).toBe(0);
    const apart = matrixOf(
      Array.from({ length: 32 }, (_, row) => [8 * row]),
      256,
    );
    expect(runOf(thread({ threads: 32 }), apart)['run.sectors']).toBe(1);
  });

  it('weighs the parts of a divided matrix by their entries, and waits for the slowest', () => {
    // 32 rows of two entries and one of 64: half of all each.
    const matrix = matrixOf(
      Array.from({ length: 33 }, (_, row) => Array.from({ length: row === 16 ? 64 : 2 }, (_, column) => column)),
      64,
    );
    const long: Graph = [
      op('COMPRESS', { emptyRows: 'drop' }),
      op('BMT_NNZ_BLOCK', { size: 1 }),
      op('SET_RESOURCES', { threads: 32 }),
      op('THREAD_TOTAL_RED'),
      op('GMEM_ATOM_RED'),
    ];
    const short = [op('COMPRESS', { emptyRows: 'drop' }), ...thread({ threads: 32, unroll: 1 }).slice(1)];
    const run = runOf([divide('ROW_DIV', { lengths: [4] }, short, long)], matrix);
    expect(run['run.atomic']).toBe(0.5);
    expect(run['run.serial']).toBeCloseTo(Math.log2(1 + 2));
    // One sum for each short row, 64 for the long one.
    expect(run['run.writes']).toBeCloseTo((32 + 64) / 33);
    expect(run['run.uneven']).toBe(0);
  });
});

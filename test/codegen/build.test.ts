import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildKernel } from '../../src/codegen/build.js';
import { gridOf } from '../../src/codegen/kernelSource.js';
import { storedValues } from '../../src/codegen/storedValues.js';
import { kernelKey } from '../../src/evaluation/kernelKey.js';
import type { Graph } from '../../src/graph/graph.js';
import { generate } from '../../src/matrix/generators/index.js';
import {
  divide,
  entryAThread,
  op,
  paddedRows,
  rowABlock,
  rowAThread,
  rowAWarp,
  streamedRows,
} from '../../src/seeds/chain.js';
import { withoutLeaves } from '../../src/space/paths.js';
import { matrixOf, small } from '../support/matrices.js';
import { irregular, kernelOf, roomy } from '../support/operators.js';

function refused(graph: Graph, changes: Partial<BuildOptions['target']>, dtype: BuildOptions['dtype'] = 'f32') {
  const built = buildKernel(irregular, graph, { dtype, target: { ...roomy, language: 'wgsl', ...changes } });
  return (built as { refused?: string }).refused;
}

describe('buildKernel', () => {
  it('refuses what the device or the type cannot hold', () => {
    expect(refused(rowAThread(), { maxThreads: 128 })).toBe('256 threads a block; the device allows 128');
    expect(refused(rowABlock(), { maxSharedBytes: 512 })).toBe(
      '1024 bytes of shared memory a block; the device allows 512',
    );
    expect(refused(entryAThread(), {}, 'f16')).toBe('atomic sums need f32 or f64: y is f16');
    expect(refused([op('SORT')], {})).toMatch('lacks BMTs');
  });

  it('holds only the arrays that the kernel reads', () => {
    const names = (graph: Graph) => kernelOf(graph, irregular).arrays.map(({ name }) => name);
    expect(names(rowAThread())).toEqual(['bmtRow', 'columns', 'bmtUnitOffsets']);
    expect(names(rowAWarp(4))).toEqual(['bmwBmtOffsets', 'columns', 'groupUnitOffsets', 'bmwRow']);
  });

  it('needs no index array at all for a dense matrix', () => {
    const kernel = kernelOf(rowAThread(), generate('gen:dense:64'), 'cuda');
    expect(kernel.indices).toHaveLength(0);
    expect(kernel.source).not.toContain('indices');
    expect(kernel.bytes).toBe(4 * (64 * 64 + 64 + 64));
  });

  it('gives each leaf its range of blocks and an aligned range of values', () => {
    const kernel = kernelOf([divide('ROW_DIV', { lengths: [2] }, rowAThread(), rowAThread())], small);
    expect(kernel.blocks).toBe(2);
    // Row 0 (with the empty row 2) has one value, padded to 4; rows 1 and 3 have five, padded to 8.
    expect(Array.from(kernel.slots)).toEqual([0, -1, -1, -1, 1, 2, 3, 4, 5, -1, -1, -1]);
    expect(kernel.source).toContain('if (block < 1u)');
    expect(kernel.source).toContain('else if (block < 2u)');
  });

  it('says which leaves do no work; without them the graph makes the same kernel', () => {
    const build = (graph: Graph) => {
      const built = buildKernel(irregular, graph, { dtype: 'f32', target: { ...roomy, language: 'cuda' } });
      if ('refused' in built) throw new Error(built.refused);
      return built;
    };
    const graph = [divide('HYB_DECOMP', { width: 1000 }, rowAWarp(4), streamedRows())];
    const { kernel, idle } = build(graph);
    expect(idle).toEqual([1]);
    const without = build(withoutLeaves(graph, [1]));
    expect(without.idle).toBeUndefined();
    expect(kernelKey(without.kernel)).toBe(kernelKey(kernel));
  });

  it('clears rows that no leaf writes in blocks of its own, or all of y before atomic sums', () => {
    const dropped = rowAThread().with(0, op('COMPRESS', { emptyRows: 'drop' }));
    const kernel = kernelOf(dropped, small);
    expect(kernel).toMatchObject({ blocks: 2, clearsY: false });
    expect(kernel.arrays.find(({ name }) => name === 'clearedRows')).toMatchObject({ length: 1, form: '2' });
    expect(kernelOf(entryAThread(), small)).toMatchObject({ blocks: 1, clearsY: true });
  });

  it('makes a kernel of a matrix without entries or rows', () => {
    // Nothing to add up: one block writes the zeros.
    expect(kernelOf(entryAThread(), matrixOf([[], []], 2))).toMatchObject({ blocks: 1, clearsY: false });
    expect(kernelOf(paddedRows(), matrixOf([[], []], 2)).blocks).toBe(1);
    expect(kernelOf(rowAThread(), matrixOf([], 2))).toMatchObject({ blocks: 0, rows: 0 });
  });

  it('exchanges through workgroup memory where a warp is wider than a subgroup', () => {
    const shuffles = (lanes: number, subgroupSize: number) => {
      const target = { ...roomy, language: 'wgsl' as const, subgroupSize };
      const built = buildKernel(irregular, rowAWarp(lanes), { dtype: 'f32', target });
      if ('refused' in built) throw new Error(built.refused);
      return built.kernel.source.includes('enable subgroups') ? 'subgroup' : built.kernel.sharedBytes;
    };
    expect([shuffles(4, 4), shuffles(8, 4), shuffles(2, 0)]).toEqual(['subgroup', 1024, 1024]);
  });

  it('sizes shared memory by what a block holds', () => {
    // 72 entries in one block, one partial sum each.
    expect(kernelOf(streamedRows(), irregular).sharedBytes).toBe(4 * 72);
    expect(kernelOf(rowABlock(), irregular, 'cuda').sharedBytes).toBe(4 * 8);
  });

  it('names kernels by their graph', () => {
    expect(kernelOf(rowAThread(), small).name).toMatch(/^spmv_[0-9a-f]{8}$/);
    expect(kernelOf(rowAThread(), small).name).toBe(kernelOf(rowAThread(), irregular).name);
    expect(kernelOf(rowAWarp(2), small).name).not.toBe(kernelOf(rowAWarp(4), small).name);
  });
});

describe('launches and values', () => {
  it('a grid becomes two-dimensional past 65,535 blocks', () => {
    expect([gridOf(0), gridOf(65_535), gridOf(65_536)]).toEqual([
      [1, 1],
      [65_535, 1],
      [65_535, 2],
    ]);
  });

  it('padding is -0, and a stored -0 is not, nor a value that rounds to it', () => {
    const values = storedValues(Int32Array.of(0, -1, 1, 2), [-0, 2, -1e-60], 'f32');
    expect(Array.from(values, (value) => (Object.is(value, -0) ? 'padding' : value))).toEqual([0, 'padding', 2, 0]);
  });
});

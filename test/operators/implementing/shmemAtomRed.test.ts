import { describe, expect, it } from 'vitest';
import { op, scatteredRows } from '../../../src/seeds/chain.js';
import { arraysOf } from '../../support/arrays.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const blocks = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 2 }), op('BMT_NNZ_BLOCK', { size: 2 })];
const rest = [op('SET_RESOURCES'), op('GMEM_STORE')];

describe('SHMEM_ATOM_RED', () => {
  it('stores the entries of each block by column, with their rows in the block', () => {
    const chain = [...blocks, op('SHMEM_ATOM_RED')];
    expect(leafOf(chain)).toMatchObject({ reduction: { thread: 'scatter', block: 'scatter' }, columnOrder: true });
    const matrix = matrixOf([[0, 3], [1, 3], [2], [0, 1, 2]], 4);
    const arrays = arraysOf([...chain, ...rest], matrix);
    expect(arrays.columns).toEqual([0, 1, 3, 3, 0, 1, 2, 2]);
    expect(arrays.rowsInBlocks).toEqual([0, 1, 0, 1, 1, 1, 0, 1]);
  });

  it('may leave them row by row', () => {
    const matrix = matrixOf([[0, 3], [1, 3], [2], [0, 1, 2]], 4);
    const arrays = arraysOf([...blocks, op('SHMEM_ATOM_RED', { order: 'row' }), ...rest], matrix);
    expect(arrays.columns).toEqual([0, 3, 1, 3, 2, 0, 1, 2]);
    expect(arrays.rowsInBlocks).toEqual([0, 0, 1, 1, 0, 1, 1, 1]);
  });

  it('needs BMTBs of not too many rows, and is the first and the last reduction before y', () => {
    expect(refusalOf([op('COMPRESS'), op('BMT_ROW_BLOCK'), op('SHMEM_ATOM_RED')])).toBe(
      'the matrix is not cut into BMTB blocks',
    );
    expect(refusalOf([...blocks.slice(0, 2), op('SHMEM_ATOM_RED')])).toBe(
      'implementing operators come after the BMTs are cut',
    );
    expect(refusalOf([...blocks, op('SHMEM_ATOM_RED'), op('SHMEM_OFFSET_RED')])).toBe(
      'the block reduction is set already: reductions go from fine to coarse',
    );
    const tall = matrixOf(
      Array.from({ length: 60_000 }, () => []),
      1,
    );
    const one = [op('COMPRESS'), op('BMTB_ROW_BLOCK', { size: 60_000 }), op('BMT_NNZ_BLOCK')];
    expect(refusalOf([...one, op('SHMEM_ATOM_RED')], tall)).toBe(
      'a block touches 60000 rows; 57344 sums fit into shared memory',
    );
  });

  golden('shmemAtomRed', scatteredRows(64, 32));
});

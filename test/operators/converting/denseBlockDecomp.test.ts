import { describe, expect, it } from 'vitest';
import { generate } from '../../../src/matrix/generators/index.js';
import { denseBlockDecomp } from '../../../src/operators/converting/denseBlockDecomp.js';
import { divide, op, paddedSlices, rowAWarp } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

/** One 2 x 2 block with 3 of 4 places, one at the edge of an odd shape with 2 of 2, and (1, 2). */
const blocked = matrixOf([[0, 1, 4], [0, 2, 4], [3]], 5);
const blocks = (params: object) => partsOf(denseBlockDecomp, { size: 2, ...params }, blocked);

describe('DENSE_BLOCK_DECOMP', () => {
  it('pads block rows to the same columns and sends the rest to a second branch', () => {
    const parts = blocks({ fill: 75 });
    expect(parts.map(rowsOf)).toEqual([
      ['0: 0 1 4 [4]', '1: 0 [1] 4 [4]', '2:'],
      ['1: 2', '2: 3'],
    ]);
    expect(Array.from(parts[0].nonZeros.slots)).toEqual([0, 1, 2, -1, 3, -1, 5, -1]);
  });

  it('takes blocks by how full they are, counting only what lies inside the matrix', () => {
    expect(rowsOf(blocks({ fill: 100 })[0])).toEqual(['0: 4 [4]', '1: 4 [4]', '2:']);
    // The block of (2, 3) is one row high: 1 of 2 places.
    expect(rowsOf(blocks({ fill: 50 })[0])[2]).toBe('2: [2] 3');
  });

  it('needs a full block of consecutive rows, before COMPRESS and before padding', () => {
    const node = divide('DENSE_BLOCK_DECOMP', { size: 2 }, [], []);
    expect(refusalOf([op('COMPRESS'), node], blocked)).toMatch('compressed already');
    expect(refusalOf([divide('DENSE_BLOCK_DECOMP', { size: 2 }, [node], [])], blocked)).toMatch('padded already');
    expect(refusalOf([op('SORT'), op('BIN'), node], matrixOf([[], [0], [0, 1]], 2))).toMatch('natural order');
    expect(refusalOf([node], matrixOf([[0], [], [1], []], 2))).toBe('no 2 x 2 block is filled to 70 % or more');
  });

  golden(
    'denseBlockDecomp',
    [divide('DENSE_BLOCK_DECOMP', {}, paddedSlices(), rowAWarp(4))],
    generate('gen:blockfem:nnz=300'),
  );
});

import { describe, expect, it } from 'vitest';
import { generate } from '../../../src/matrix/generators/index.js';
import { diaDecomp } from '../../../src/operators/converting/diaDecomp.js';
import { divide, op, paddedRows, rowAWarp } from '../../../src/seeds/chain.js';
import { matrixOf, small } from '../../support/matrices.js';
import { golden, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

/** The main diagonal has 3 of 4 places, the one above it 2 of 3; (2, 0) lies apart. */
const banded = matrixOf([[0, 1], [1], [0, 3], [3]], 4);

describe('DIA_DECOMP', () => {
  it('splits each row: full diagonals with padding, the rest apart', () => {
    const parts = partsOf(diaDecomp, { rows: 'split' }, banded);
    expect(parts.map(rowsOf)).toEqual([['0: 0 1', '1: 1 [2]', '2: [2] 3', '3: 3 [3]'], ['2: 0']]);
    expect(Array.from(parts[0].nonZeros.slots)).toEqual([0, 1, 2, -1, -1, 4, 5, -1]);
    expect(parts.map(({ nnz }) => nnz)).toEqual([5, 1]);
  });

  it('keeps rows whole: one entry elsewhere sends all of its row to the second branch', () => {
    const parts = partsOf(diaDecomp, { rows: 'whole' }, banded);
    expect(parts.map(rowsOf)).toEqual([['0: 0 1', '1: 1 [2]', '3: 3 [3]'], ['2: 0 3']]);
  });

  it('takes diagonals by how full they are', () => {
    expect(rowsOf(partsOf(diaDecomp, { fill: 70, rows: 'split' }, banded)[0])).toEqual([
      '0: 0',
      '1: 1',
      '2: [2]',
      '3: 3',
    ]);
  });

  it('needs a full diagonal, before COMPRESS and before padding', () => {
    const node = divide('DIA_DECOMP', {}, [], []);
    expect(refusalOf([divide('DIA_DECOMP', { fill: 90 }, [], [])], small)).toMatch('no diagonal is filled to 90 %');
    expect(refusalOf([op('COMPRESS'), node], banded)).toMatch('compressed already');
    expect(refusalOf([divide('DIA_DECOMP', {}, [node], [])], banded)).toMatch('padded already');
  });

  golden('diaDecomp', [divide('DIA_DECOMP', {}, paddedRows(), rowAWarp(4))], generate('gen:stencil5:6'));
});

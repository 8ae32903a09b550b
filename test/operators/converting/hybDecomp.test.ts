import { describe, expect, it } from 'vitest';
import { hybDecomp } from '../../../src/operators/converting/hybDecomp.js';
import { divide, entryAThread, op, paddedRows } from '../../../src/seeds/chain.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

describe('HYB_DECOMP', () => {
  it('sends the tails of long rows to a second branch without empty rows', () => {
    expect(partsOf(hybDecomp, { width: 1 }).map(rowsOf)).toEqual([
      ['0: 0', '1: 0', '2:', '3: 1'],
      ['1: 1 3', '3: 2'],
    ]);
  });

  it('takes the mean row length, rounded up, for width 0', () => {
    // Six entries in four rows: width 2.
    expect(partsOf(hybDecomp).map(rowsOf)).toEqual([['0: 0', '1: 0 1', '2:', '3: 1 2'], ['1: 3']]);
    expect(partsOf(hybDecomp, {}, matrixOf([], 3)).map(rowsOf)).toEqual([[], []]);
  });

  it('comes before COMPRESS', () => {
    expect(refusalOf([op('COMPRESS'), divide('HYB_DECOMP', {}, [], [])])).toMatch('compressed already');
  });

  golden('hybDecomp', [divide('HYB_DECOMP', {}, paddedRows('atomic'), entryAThread())]);
});

import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { golden, irregular, kernelOf, leafOf, refusalOf } from '../../support/operators.js';

const shared = [op('COMPRESS'), op('BMT_NNZ_BLOCK', { size: 1 }), op('SET_RESOURCES'), op('THREAD_TOTAL_RED')];

describe('GMEM_ATOM_RED', () => {
  it('lets threads share a row, on a y that is cleared', () => {
    expect(leafOf([...shared, op('GMEM_ATOM_RED')]).reduction).toEqual({ thread: 'total', global: 'atomic' });
    const kernel = kernelOf([...shared, op('GMEM_ATOM_RED')], irregular);
    expect(kernel).toMatchObject({ clearsY: true, deterministic: false });
  });

  it('comes last and once', () => {
    expect(refusalOf([...shared.slice(0, 3), op('GMEM_ATOM_RED')])).toBe('the thread reduction comes first');
    expect(refusalOf([...shared, op('GMEM_ATOM_RED'), op('GMEM_STORE')])).toBe(
      'the global reduction is set already: reductions go from fine to coarse',
    );
    expect(refusalOf([op('COMPRESS'), op('GMEM_ATOM_RED')])).toMatch('come after the BMTs are cut');
  });

  golden('gmemAtomRed', [...shared, op('GMEM_ATOM_RED')]);
});

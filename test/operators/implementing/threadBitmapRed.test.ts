import { describe, expect, it } from 'vitest';
import { op } from '../../../src/seeds/chain.js';
import { arraysOf } from '../../support/arrays.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, leafOf, refusalOf } from '../../support/operators.js';

const chain = (size: number) => [
  op('COMPRESS', { emptyRows: 'drop' }),
  op('BMT_NNZ_BLOCK', { size }),
  op('THREAD_BITMAP_RED'),
];

describe('THREAD_BITMAP_RED', () => {
  it('marks the row starts of each thread', () => {
    expect(leafOf(chain(3)).reduction).toEqual({ thread: 'bitmap' });
    // Rows of the entries: 0 1 1 | 1 3 3. Bit k is entry k.
    expect(arraysOf([...chain(3), op('SET_RESOURCES'), op('GMEM_ATOM_RED')]).bmtBitmap).toEqual([0b011, 0b010]);
  });

  it('needs at most 32 entries a thread and no empty rows', () => {
    expect(refusalOf([op('COMPRESS'), op('BMT_NNZ_BLOCK'), op('THREAD_BITMAP_RED')])).toBe(
      'row position 2 has no entry, so no bit can mark it: COMPRESS with emptyRows = drop',
    );
    const row = matrixOf([Array.from({ length: 40 }, (_, column) => column)], 40);
    expect(refusalOf(chain(33), row)).toBe('a BMT holds 33 entries; its bitmap has 32 bits');
    expect(refusalOf([op('COMPRESS'), op('THREAD_BITMAP_RED')])).toMatch('come after the BMTs are cut');
    expect(refusalOf([...chain(2), op('THREAD_BITMAP_RED')])).toMatch('thread reduction is set already');
  });

  golden('threadBitmapRed', [...chain(4), op('SET_RESOURCES', { threads: 32 }), op('GMEM_ATOM_RED')]);
});

import { describe, expect, it } from 'vitest';
import { generate } from '../../../src/matrix/generators/index.js';
import { op } from '../../../src/seeds/chain.js';
import { golden, irregular, kernelOf, leafOf, refusalOf } from '../../support/operators.js';

const threads = [op('COMPRESS'), op('BMT_ROW_BLOCK')];
const graph = (params: object) => [
  ...threads,
  op('SET_RESOURCES'),
  op('SET_COMPRESSION', { ...params }),
  op('THREAD_TOTAL_RED'),
  op('GMEM_STORE'),
];
const forms = (params: object, matrix = irregular) =>
  Object.fromEntries(kernelOf(graph(params), matrix).arrays.map(({ name, form }) => [name, form]));

describe('SET_COMPRESSION', () => {
  it('sets what index arrays may become', () => {
    expect(leafOf([...threads, op('SET_COMPRESSION', { narrow: false })]).compression).toEqual({
      models: true,
      narrow: false,
      rebase: true,
      values: 'plain',
      columnBase: 'none',
    });
  });

  it('decides the forms of the arrays', () => {
    expect(forms({})).toEqual({ bmtUnitOffsets: 'u8', bmtRow: 'i', columns: 'u8' });
    expect(forms({ models: false, narrow: false })).toEqual({
      bmtUnitOffsets: 'u32',
      bmtRow: 'u32',
      columns: 'u32',
    });
  });

  it('stores columns relative to their row where that is narrower', () => {
    const banded = generate('gen:banded:400,5');
    expect(forms({ models: false }, banded).columns).toBe('u16');
    expect(forms({ models: false, columnBase: 'row' }, banded).columns).toBe('u8');
  });

  it('stores columns relative to the least of 128 neighbours where that is narrower', () => {
    const banded = generate('gen:banded:400,5');
    expect(forms({ models: false, columnBase: 'run' }, banded).columns).toBe('u8');
    expect(forms({ models: false, columnBase: 'run' }).columns).toBe('u8');
  });

  it('comes after the BMTs', () => {
    expect(refusalOf([op('COMPRESS'), op('SET_COMPRESSION')])).toMatch('come after the BMTs are cut');
    expect(refusalOf([...threads, op('SET_COMPRESSION', { columnBase: 'cube' })])).toMatch('columnBase = "cube"');
  });

  golden('setCompression', graph({ models: false, narrow: false }));
  golden('setCompression.columnBaseRun', graph({ columnBase: 'run' }), generate('gen:banded:400,5'));
});

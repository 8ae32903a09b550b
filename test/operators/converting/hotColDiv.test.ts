import { describe, expect, it } from 'vitest';
import { hotColDiv } from '../../../src/operators/converting/hotColDiv.js';
import { divide, ending, op, paddedSlices, rowAThread } from '../../../src/seeds/chain.js';
import { arraysOf } from '../../support/arrays.js';
import { matrixOf } from '../../support/matrices.js';
import { golden, kernelOf, partsOf, refusalOf, rowsOf } from '../../support/operators.js';

/** Columns 2 and 5 have three entries each, columns 0, 3 and 4 one. */
const skewed = matrixOf([[2, 5], [], [0, 2], [3, 5], [2, 4, 5]], 6);
const hot = (count: number, ...branches: Parameters<typeof divide>[2][]) =>
  divide('HOT_COL_DIV', { count }, ...branches);
/** Blocks of two rows that copy x once for both of their turns. */
const staged = [
  op('COMPRESS'),
  op('BMTB_ROW_BLOCK', { size: 4 }),
  op('BMT_ROW_BLOCK'),
  op('SET_RESOURCES', { threads: 64, coarsening: 2 }),
  op('STAGE_X'),
  op('THREAD_TOTAL_RED'),
  ending('atomic'),
];
const plain = rowAThread('atomic').map((node) => (node.op === 'SET_RESOURCES' ? op(node.op, { threads: 64 }) : node));

describe('HOT_COL_DIV', () => {
  it('renumbers the popular columns in their order; each branch drops its empty rows', () => {
    const [first, rest] = partsOf(hotColDiv, { count: 2 }, skewed);
    expect(rowsOf(first)).toEqual(['0: 0 1', '2: 0', '3: 1', '4: 0 1']);
    expect(Array.from(first.originCols ?? [])).toEqual([2, 5]);
    expect(Array.from(first.nonZeros.slots)).toEqual([0, 1, 3, 5, 6, 8]);
    expect(rowsOf(rest)).toEqual(['2: 0', '3: 3', '4: 4']);
    expect(rest.originCols).toBeUndefined();
    expect([first.nnz, rest.nnz]).toEqual([6, 3]);
  });

  it('leaves out columns with no more entries than the mean, which is 1.8', () => {
    expect(partsOf(hotColDiv, { count: 5 }, skewed)[0].originCols).toEqual(Int32Array.of(2, 5));
    expect(partsOf(hotColDiv, { count: 1 }, skewed)[0].originCols).toEqual(Int32Array.of(2));
  });

  it('stores the columns of x where the branch does not stage them', () => {
    const { columns, originCols } = Object.fromEntries(
      Object.entries(arraysOf([hot(2, plain, plain)], skewed)).map(([name, array]) => [
        name.replace('leaf0.', ''),
        array,
      ]),
    );
    expect(columns).toEqual([2, 5, 2, 5, 2, 5]);
    expect(originCols).toBeUndefined();
  });

  it('stores places among the popular columns where it does, and gathers once for all turns of a block', () => {
    expect(arraysOf([hot(2, staged, plain)], skewed)).toMatchObject({
      'leaf0.originCols': [2, 5],
      'leaf0.columns': [0, 1, 0, 1, 0, 1],
    });
    for (const language of ['wgsl', 'cuda'] as const) {
      const { source } = kernelOf([hot(8, staged, plain)], large, language);
      expect(source.match(/staged_x\[i.*\] =/g)?.length).toBe(1);
      expect(source.search(/staged_x\[i.*\] =/)).toBeLessThan(source.search(/for \(.* turn = 0u/));
    }
  });

  it('comes before COMPRESS and before padding, once, with columns that are worth it and others that are not', () => {
    const why = (matrix = skewed, count = 2) => refusalOf([hot(count, [], [])], matrix);
    expect(refusalOf([op('COMPRESS'), hot(1, [], [])])).toMatch('compressed already');
    expect(refusalOf([divide('DIA_DECOMP', {}, [hot(1, [], [])], [])])).toMatch('padded already');
    expect(why(skewed, 6)).toBe('all 6 columns would be popular ones');
    const twice = [hot(1, [hot(1, [], [])], [])];
    expect(refusalOf(twice, skewed)).toBe('columns are renumbered already: their distances mean nothing');
    expect(why(matrixOf([[0, 1, 2]], 3), 1)).toBe('the 0 most popular columns hold 0 of 3 entries; 10 % are needed');
    // Column 0 with 2 of 22 entries.
    const even = matrixOf([[0], Array.from({ length: 21 }, (_, c) => c)], 21);
    expect(why(even, 1)).toBe('the 1 most popular columns hold 2 of 22 entries; 10 % are needed');
  });

  it.each(['COL_TILE', 'DIA_DECOMP', 'DENSE_BLOCK_DECOMP'])('keeps %s off renumbered columns', (name) => {
    const node = name === 'COL_TILE' ? op(name, { width: 1 }) : divide(name, {}, [], []);
    expect(refusalOf([hot(2, [node], [])], skewed)).toMatch('columns are renumbered already');
  });

  golden('hotColDiv', [hot(8, staged, paddedSlices(32, 'atomic').map(aligned))]);
});

/** One block size for both branches. */
function aligned(node: ReturnType<typeof op>) {
  return node.op === 'SET_RESOURCES' ? op(node.op, { threads: 64 }) : node;
}

/** Rows enough for blocks with two turns; columns 0 .. 7 in every row, and one of their own. */
const large = matrixOf(
  Array.from({ length: 16 }, (_, row) => [0, 1, 2, 3, 4, 5, 6, 7, 8 + row]),
  24,
);

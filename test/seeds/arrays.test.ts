import { describe, expect, it } from 'vitest';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { seeds } from '../../src/seeds/index.js';
import { arraysOf } from '../support/arrays.js';
import { matrixOf, small } from '../support/matrices.js';

const times = (n: number, value: number) => Array.from({ length: n }, () => value);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Rows of 10 and 2 entries: two threads of 8, the second of which begins within the first row. */
const uneven = matrixOf([upTo(10), [0, 1]], 10);
const tridiagonal = matrixOf(
  [
    [0, 1],
    [0, 1, 2],
    [1, 2, 3],
    [2, 3],
  ],
  4,
);
/** One 3 x 3 block with 8 places, and the corner (3, 3). */
const blocked = matrixOf([[0, 1, 2], [0, 2], [0, 1, 2], [3]], 4);
const shortAndLong = (length: number) => matrixOf([[0], upTo(length)], length);

/** CSR of the small matrix. */
const offsets = [0, 1, 4, 4, 6];
const columns = [0, 0, 1, 3, 1, 2];
const ell = {
  columns: [0, 0, 0, 1, 0, 1, 0, 2, 0, 3, 0, 2],
  slots: [0, 1, -1, 4, -1, 2, -1, 5, -1, 3, -1, -1],
  bmtRow: [0, 1, 2, 3],
};
const sortedEll = {
  columns: [0, 1, 0, 0, 1, 2, 0, 0, 3, 2, 0, 0],
  slots: [1, 4, 0, -1, 2, 5, -1, -1, 3, -1, -1, -1],
  bmtRow: [1, 3, 0, 2],
};
const jagged = { columns: [0, 1, 0, 1, 2, 3], diagonalOffsets: [0, 3, 5, 6], bmtRow: [1, 3, 0, 2] };
const blockedEll = { columns: [0, 0, 0, 3, 1, 1, 1, 3, 2, 2, 2, 3], slots: [0, 3, 5, 8, 1, -1, 6, -1, 2, 4, 7, -1] };

/** Vectors of four: 0 .. 3 and 8 9 for the first thread of the first row, 4 .. 7 for the second; 0 1 for the other row. */
const wide = { columns: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 0, 1, 1, 1], groupUnitOffsets: [0, 3, 4], bmwRow: [0, 1] };

/** Two tiles: (0, 0) and (1, 1) in the first, (0, width) in the second. Columns count from the first that a block reads. */
const twoTiles = (width: number) => matrixOf([[0, width], [1]], width + 1);
const staged = { columns: [0, 1, 0], originRows: [0, 1, 0], bmtBitmap: [0b11, 0b1], bmtFirstRow: [0, 2] };

/** All entries in the order of their columns, with their rows. */
const scattered = { columns: [0, 0, 1, 1, 2, 3], rowsInBlocks: [0, 1, 1, 3, 3, 1], slots: [0, 1, 2, 4, 5, 3, -1, -1] };
/** The tridiagonal matrix with equal values at (i, j) and (j, i). */
const symmetric = { ...tridiagonal, data: Float64Array.of(1, 2, 2, 3, 4, 4, 5, 6, 6, 7) };

/** Column 24577 has three of the five entries, and is the only one above the mean. */
const oneHot = matrixOf([[0, 24577], [24577], [5, 24577]], 24578);
const hotColumns = {
  'leaf0.originCols': [24577],
  'leaf0.originRows': [0, 1, 2],
  'leaf1.originRows': [0, 2],
  'leaf1.bmtBitmap': [0b11],
};

/** Values 1 and 2 in turns. */
const twoValued = (matrix: CsrMatrix) => ({
  ...matrix,
  data: Float64Array.from(matrix.data, (_, slot) => 1 + (slot % 2)),
});
const dictionary = { valueCodes: [0, 1, 0, 1, 0, 1], slots: [0, 1, -1, -1] };

/** What each format holds for a matrix small enough to work it out by hand. */
const expected: Record<string, [matrix: CsrMatrix, arrays: Record<string, number[]>]> = {
  'csr-scalar': [small, { bmtUnitOffsets: offsets, columns, bmtRow: [0, 1, 2, 3] }],
  ...Object.fromEntries(
    [2, 4, 8, 16, 32].map((lanes) => [
      `csr-vector-${lanes}`,
      [
        small,
        { groupUnitOffsets: offsets, columns, bmwRow: [0, 1, 2, 3], bmwBmtOffsets: upTo(5).map((row) => row * lanes) },
      ],
    ]),
  ),
  ell: [small, ell],
  sell: [small, { ...ell, groupUnitOffsets: [0, 12], bmwBmtOffsets: [0, 4] }],
  'sell-c-sigma': [small, { ...sortedEll, groupUnitOffsets: [0, 12] }],
  'sell-p': [
    small,
    {
      columns: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2],
      groupUnitOffsets: [0, 8, 16, 24, 32],
      bmwRow: [0, 1, 2, 3],
    },
  ],
  jds: [small, jagged],
  'jagged-slices': [small, { ...jagged, groupDiagonalOffsets: [0, 3], bmwBmtOffsets: [0, 4] }],
  'sectioned-ell': [
    matrixOf([[0], upTo(9), []], 9),
    { 'leaf0.bmtRow': [0, 2], 'leaf0.columns': [0, 0], 'leaf1.bmtRow': [1], 'leaf1.columns': upTo(9) },
  ],
  'row-grouped-csr': [small, { ...ell, bmtbBmtOffsets: [0, 4] }],
  'csr-stream': [small, { columns, bmtbFirstRow: [0], bmtbRowEnd: [4], rowPartialOffsets: offsets }],
  'csr-adaptive': [
    shortAndLong(1024),
    { 'leaf0.rowPartialOffsets': [0, 1], 'leaf0.originRows': [0], 'leaf1.bmtbRow': [1] },
  ],
  'row-tiles': [small, { bmwBmtOffsets: [0, 6], bmtRow: [0, 1, 1, 1, 3, 3], columns }],
  'bitmap-tiles': [small, { bmwBitmap: [0b010011], bmwFirstRow: [0], originRows: [0, 1, 3], columns }],
  'row-tiles-4': [
    small,
    { bmtBitmap: [0b0011, 0b0001], bmtFirstRow: [0, 2], originRows: [0, 1, 3], columns: [0, 1, 0, 2, 1, 2, 3, 2] },
  ],
  csr5: [
    uneven,
    { bmtBitmap: [0b1, 0b100], bmtFirstRow: [0, 0], columns: [0, 8, 1, 9, 2, 0, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1] },
  ],
  merge: [uneven, { bmtBitmap: [0b1, 0b100], bmtFirstRow: [0, 0], columns: [...upTo(10), 0, 1] }],
  coo: [small, { bmtRow: [0, 1, 1, 1, 3, 3], columns }],
  acsr: [small, { bmwRow: [1, 3, 0, 2], columns: [0, 1, 3, 1, 2, 0], groupUnitOffsets: [0, 3, 5, 6, 6] }],
  'long-rows-apart': [shortAndLong(256), { 'leaf0.bmtRow': [0], 'leaf1.bmtbRow': [1] }],
  'long-rows-shared': [
    shortAndLong(4100),
    { 'leaf0.bmtRow': [0], 'leaf1.bmtbRow': [1, 1], 'leaf1.groupUnitOffsets': [0, 4096, 4100] },
  ],
  hyb: [
    small,
    {
      'leaf0.columns': [0, 0, 0, 1, 0, 1, 0, 2],
      'leaf1.bmtRow': [1],
      'leaf1.columns': [3],
      slots: [0, 1, -1, 4, -1, 2, -1, 5, 3, -1, -1, -1],
    },
  ],
  dia: [tridiagonal, { columns: [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 3], slots: [-1, 2, 5, 8, 0, 3, 6, 9, 1, 4, 7, -1] }],
  'dia-split': [
    small,
    {
      'leaf0.columns': [0, 0, 1, 2],
      'leaf1.columns': [0, 1, 3, 1],
      'leaf1.bmwRow': [0, 1, 3],
      slots: [-1, 1, -1, 5, 0, 2, 3, 4],
    },
  ],
  bsr: [blocked, blockedEll],
  'bsr-split': [blocked, blockedEll],
  'wide-sell': [
    small,
    {
      columns: [0, 1, 3, 3, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0],
      slots: [1, 2, 3, -1, 4, 5, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1],
      bmtRow: [1, 3, 0, 2],
    },
  ],
  'wide-dia': [
    tridiagonal,
    {
      columns: [0, 0, 1, 1, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 3, 3],
      slots: [-1, 0, 1, -1, 2, 3, 4, -1, 5, 6, 7, -1, 8, 9, -1, -1],
    },
  ],
  'wide-csr-vector-2': [uneven, { ...wide, bmwBmtOffsets: [0, 2, 4] }],
  'wide-csr-vector-8': [uneven, { ...wide, bmwBmtOffsets: [0, 8, 16] }],
  // Near columns differ in how they are stored only, and not at all where a byte holds them anyway.
  'near-sell': [small, ell],
  'near-csr-vector-8': [small, { groupUnitOffsets: offsets, columns, bmwRow: [0, 1, 2, 3] }],
  'near-csr-stream': [small, { columns, rowPartialOffsets: offsets }],
  'dictionary-csr-vector-8': [twoValued(small), { ...dictionary, groupUnitOffsets: offsets, columns }],
  'dictionary-sell': [
    twoValued(small),
    {
      columns: sortedEll.columns,
      valueCodes: [0, 1, 1, 2, 1, 0, 2, 2, 0, 2, 2, 2],
      slots: [1, 4, -1, -1],
    },
  ],
  'dictionary-coo': [twoValued(small), { ...dictionary, bmtRow: [0, 1, 1, 1, 3, 3], columns }],
  'dictionary-dia': [
    twoValued(tridiagonal),
    { valueCodes: [0, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 0], slots: [-1, 2, 5, -1] },
  ],
  'staged-tiles': [twoTiles(49152), staged],
  'staged-small-tiles': [twoTiles(16384), staged],
  'staged-coo': [twoTiles(49152), { columns: [0, 1, 0], bmtRow: [0, 1, 0] }],
  'scattered-rows': [small, scattered],
  'scattered-small-blocks': [small, scattered],
  'short-rows-scattered': [twoTiles(16384), { columns: [0, 1, 16384], rowsInBlocks: [0, 1, 0], slots: [0, 2, 1, -1] }],
  'hot-columns': [
    oneHot,
    {
      ...hotColumns,
      'leaf0.columns': [0, 0, 0],
      'leaf0.bmtBitmap': [0b111],
      'leaf1.columns': [0, 5],
      slots: [1, 2, 4, -1, 0, 3, -1, -1],
    },
  ],
  'hot-columns-8192': [oneHot, { ...hotColumns, 'leaf0.columns': [0, 0, 0], 'leaf1.columns': [0, 5] }],
  // The graph of `small` is the path 0 - 1 - 3 - 2, and all its columns lie in one unit, in which empty rows come last.
  'rcm-sell': [
    small,
    {
      columns: [0, 0, 1, 0, 0, 1, 2, 0, 0, 3, 2, 0],
      slots: [0, 1, 4, -1, -1, 2, 5, -1, -1, 3, -1, -1],
      bmtRow: [0, 1, 3, 2],
    },
  ],
  'rcm-stream': [small, { columns, rowPartialOffsets: [0, 1, 4, 6, 6], originRows: [0, 1, 3, 2] }],
  'similar-sell': [small, sortedEll],
  'similar-stream': [small, { columns, rowPartialOffsets: [0, 1, 4, 6, 6], originRows: [0, 1, 3, 2] }],
  'symmetric-sell': [
    symmetric,
    { columns: [0, 0, 1, 2, 0, 1, 2, 3], slots: [0, 2, 5, 8, -1, 3, 6, 9], bmtRow: [0, 1, 2, 3] },
  ],
  'symmetric-csr-vector-8': [
    symmetric,
    { columns: [0, 0, 1, 1, 2, 2, 3], groupUnitOffsets: [0, 1, 3, 5, 7], bmwRow: [0, 1, 2, 3] },
  ],
  'symmetric-dia': [symmetric, { columns: [0, 0, 1, 2, 0, 1, 2, 3], slots: [-1, 2, 5, 8, 0, 3, 6, 9] }],
  'tile-composite': [
    small,
    {
      'leaf0.bmtRow': [1, 0, 3],
      'leaf0.columns': [0, 0, 1, 1, 0, 1],
      'leaf1.bmtRow': [1, 3],
      'leaf1.columns': [3, 2],
    },
  ],
  'padded-csr-vector-32': [
    small,
    {
      columns: [...times(32, 0), 0, 1, ...times(30, 3), ...times(32, 0), 1, ...times(31, 2)],
      groupUnitOffsets: [0, 32, 64, 96, 128],
      bmwRow: [0, 1, 2, 3],
    },
  ],
  // An empty row's threads take what the longest of its threads takes: nothing.
  'padded-csr-vector-16': [
    small,
    {
      columns: [...times(16, 0), 0, 1, 3, ...times(13, 0), 1, 2, ...times(14, 0)],
      groupUnitOffsets: [0, 16, 32, 32, 48],
      bmwRow: [0, 1, 2, 3],
    },
  ],
  'bitmap-csr-vector-4': [
    small,
    { bmwBitmap: [1, 1, 1, 1], bmwFirstRow: [0, 1, 2, 3], bmwBmtOffsets: [0, 4, 8, 12, 16], groupUnitOffsets: offsets },
  ],
  // Rows of three are padded to four: a vector of two of each row, then the other.
  'wide-ell-2': [
    small,
    {
      columns: [0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 3, 3, 0, 0, 2, 2],
      slots: [0, -1, 1, 2, -1, -1, 4, 5, -1, -1, 3, -1, -1, -1, -1, -1],
    },
  ],
  'wide-sell-64': [
    small,
    {
      columns: [0, 0, 0, 0, 0, 1, 3, 3, 0, 0, 0, 0, 1, 2, 2, 2],
      slots: [0, -1, -1, -1, 1, 2, 3, -1, -1, -1, -1, -1, 4, 5, -1, -1],
      bmtbBmwOffsets: [0, 1],
      bmwBmtOffsets: [0, 4],
    },
  ],
  'binned-coo': [small, { bmtRow: [0, 1, 1, 1, 3, 3], columns }],
  'similar-coo': [small, { bmtRow: [0, 1, 1, 1, 3, 3], columns }],
};

describe('the arrays of each seed', () => {
  it.each(seeds.map(({ name, graph }) => [name, graph] as const))('%s', (name, graph) => {
    expect(expected, `worked out by hand: ${name}`).toHaveProperty([name]);
    const [matrix, arrays] = expected[name];
    expect(arraysOf(graph, matrix)).toMatchObject(arrays);
  });
});

import { describe, expect, it } from 'vitest';
import { contentHash, validate } from '../../src/matrix/csr.js';
import { parseField, parseFormat } from '../../src/matrix/fortranFormat.js';
import { readHarwellBoeing } from '../../src/matrix/harwellBoeing.js';
import { readMatrix } from '../../src/matrix/read.js';
import { casePath, chunked, errorOf, toDense } from './helpers.js';

interface Parts {
  type?: string;
  shape?: [rows: number | string, cols: number, stored: number];
  formats?: [string, string, string];
  lines?: string[];
  rightHandSides?: number;
}

/** A small file: by default [[1, 0], [2, 3]], one change at a time. */
function file({ type = 'RUA', shape = [2, 2, 3], formats, lines, rightHandSides }: Parts = {}): string {
  const [pointers, indices, values] = formats ?? ['(3I4)', '(3I4)', '(2E12.4)'];
  const number = (value: number | string) => String(value).padStart(14);
  return [
    `${'A small matrix'.padEnd(72)}SMALL   `,
    [4, 1, 1, 2, rightHandSides ?? 0].map(number).join(''),
    type.padEnd(14) + [...shape, 0].map(number).join(''),
    pointers.padEnd(16) + indices.padEnd(16) + values.padEnd(20),
    ...(lines ?? ['   1   3   4', '   1   2   2', '  1.0000E+00  2.0000E+00', '  3.0000D+00']),
    '',
  ].join('\n');
}

const read = (text: string, size?: number) => readHarwellBoeing(chunked(text, size), 'small.rua');

describe('parseFormat', () => {
  it.each([
    ['(16I5)', 16, 5],
    ['(1P3D24.15)', 3, 24],
    ['(1P,5E16.8)', 5, 16],
    ['(4E20.12E3)', 4, 20],
    ['(F8.3)', 1, 8],
    ['( 8I10 )', 8, 10],
    ['(0P 6g12.4)', 6, 12],
  ])('%s holds %i fields of %i', (format, perLine, width) => {
    expect(parseFormat(format)).toEqual({ perLine, width });
  });

  it.each(['', '16I5', '(A8)', '(0I5)', '(16I)'])('does not know %j', (format) => {
    expect(parseFormat(format)).toBeUndefined();
  });
});

describe('parseField', () => {
  it.each([
    ['  1.5D+02', 150],
    [' -.5d-1', -0.05],
    ['1.25-3', 0.00125],
    ['1.5+300', 1.5e300],
    ['7', 7],
    ['  inf', Infinity],
    ['', Number.NaN],
    ['1.2.3', Number.NaN],
    ['0x10', Number.NaN],
    ['abc', Number.NaN],
  ])('%j is %d', (field, value) => {
    expect(parseField(field)).toBe(/0x/.test(field) ? 16 : value);
  });
});

describe('readHarwellBoeing', () => {
  it('reads columns into rows, however the bytes are cut', async () => {
    for (const size of [1, 7, 1000]) {
      const matrix = await read(file(), size);
      validate(matrix);
      expect(toDense(matrix)).toEqual([
        [1, 0],
        [2, 3],
      ]);
    }
  });

  it.each([
    ['arc130.rua', 'arc130.mtx.gz'],
    ['west0479.rb', 'west0479.mtx.gz'],
  ])('%s equals %s', async (raw, twin) => {
    expect(contentHash(await readMatrix(casePath(raw)))).toBe(contentHash(await readMatrix(casePath(twin))));
  });

  it('expands symmetric and skew-symmetric matrices', async () => {
    const lines = ['   1   2   2', '   2', '  5.0000E+00'];
    const symmetric = await read(file({ type: 'RSA', shape: [2, 2, 1], lines }));
    expect(toDense(symmetric)).toEqual([
      [0, 5],
      [5, 0],
    ]);
    const skew = await read(file({ type: 'rza', shape: [2, 2, 1], lines }));
    expect(toDense(skew)).toEqual([
      [0, -5],
      [5, 0],
    ]);
  });

  it('gives ones to a pattern, and takes lower case, rectangles and right-hand sides', async () => {
    const pattern = await read(file({ type: 'pra', shape: [3, 2, 3], lines: ['   1   3   4', '   1   2   2'] }));
    expect(toDense(pattern)).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    const lines = ['F                          1             0', ...file().split('\n').slice(4)];
    expect((await read(file({ rightHandSides: 1, lines }))).nnz).toBe(3);
  });

  it.each([
    ['complex values', { type: 'CUA' }, 'unsupported', 'complex'],
    ['Hermitian matrices', { type: 'RHA' }, 'unsupported', 'complex'],
    ['elements', { type: 'RSE' }, 'unsupported', 'unassembled'],
    ['an unknown type', { type: 'RXA' }, 'input', "'rxa'"],
    ['a symmetric rectangle', { type: 'RSA', shape: [3, 2, 3] }, 'input', '3 x 2'],
    ['an unknown format', { formats: ['(3A4)', '(3I4)', '(2E12.4)'] }, 'input', "'(3A4)'"],
    ['a bad shape', { shape: ['2x', 2, 3] }, 'input', "'2x' is not a number of rows"],
    ['too many rows', { shape: [3000000000, 2, 3] }, 'input', '3000000000'],
    [
      'a declared size that the file does not hold',
      { shape: [2, 2e9, 3], lines: ['   1   3   4'] },
      'input',
      'truncated',
    ],
    ['a row outside', { lines: ['   1   3   4', '   1   2   3', '1 2', '3'] }, 'input', ':6: row index 3 outside 1..2'],
    ['a pointer outside', { lines: ['   1   3   9'] }, 'input', ':5: column pointer 9 outside 1..4'],
    [
      'pointers that end early',
      { lines: ['   1   3   3', '   1   2   2', '1           2', '3'] },
      'input',
      'from 1 to 3',
    ],
    ['decreasing pointers', { shape: [2, 2, 3], lines: ['   1   4   4'] }, 'input', 'truncated'],
    [
      'a letter for a number',
      { lines: ['   1   3   4', '   1   2   2', '         1.0         one'] },
      'input',
      "'one'",
    ],
  ] as [string, Parts, string, string][])('refuses %s', async (_, parts, code, named) => {
    const error = await errorOf(() => read(file(parts)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  it('refuses decreasing pointers', async () => {
    const lines = ['   1   4   3   4', '   1   2   2', '  1.0000E+00  2.0000E+00', '  3.0000E+00'];
    const error = await errorOf(() => read(file({ shape: [2, 3, 3], formats: ['(4I4)', '(3I4)', '(2E12.4)'], lines })));
    expect(error.message).toContain('decrease at column 2');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlphaSparseError } from '../../src/errors.js';
import { validate } from '../../src/matrix/csr.js';
import { matrixMarketText } from '../../src/matrix/writer.js';
import { anyMatrix, errorOf, readText, toDense } from './helpers.js';

const banner = '%%MatrixMarket matrix coordinate real general\n';
const text = (matrix: Parameters<typeof matrixMarketText>[0]) => [...matrixMarketText(matrix)].join('');

describe('readMatrixMarket', () => {
  it('reads back what was written, bit for bit, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(anyMatrix, fc.integer({ min: 1, max: 300 }), async (matrix, size) => {
        const back = await readText(text(matrix), size);
        validate(back);
        expect({ ...back, name: '' }).toEqual({ ...matrix, name: '' });
      }),
      { numRuns: 150 },
    );
  });

  it('survives damage: a mutated file is read or refused, never anything else', async () => {
    const junk = ['0', '9', '-', '.', 'e', ' ', '\n', '%', 'x', '\0', '\u00ff', '99999999999', 'nan', 'complex', ''];
    await fc.assert(
      fc.asyncProperty(
        anyMatrix,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...junk), fc.nat(3)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 100 }),
        async (matrix, edits, size) => {
          let damaged = text(matrix);
          for (const [position, word, removed] of edits) {
            const at = position % (damaged.length + 1);
            damaged = damaged.slice(0, at) + word + damaged.slice(at + removed);
          }
          try {
            validate(await readText(damaged, size));
          } catch (error) {
            if (!(error instanceof AlphaSparseError)) throw error;
            expect(['input', 'unsupported']).toContain(error.code);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('takes nan and inf as values, in any case', async () => {
    const matrix = await readText(`${banner}1 5 5\n1 1 NaN\n1 2 inf\n1 3 -Infinity\n1 4 +INF\n1 5 -nan\n`);
    expect([...matrix.data]).toEqual([Number.NaN, Infinity, -Infinity, Infinity, Number.NaN]);
  });

  it('keeps the negative zero of a single entry', async () => {
    const matrix = await readText(`${banner}1 1 1\n1 1 -0\n`);
    expect(Object.is(matrix.data[0], -0)).toBe(true);
  });

  it('skips a byte order mark, comments among entries and trailing blank lines', async () => {
    const matrix = await readText(`\ufeff${banner}%a\n\n2 2 2\n1 1 1\n% between\n2 2 2\n\n\n`);
    expect(toDense(matrix)).toEqual([
      [1, 0],
      [0, 2],
    ]);
  });

  it.each(['0 0 0', '0 3 0', '3 0 0'])('reads the empty shape %s', async (size) => {
    const matrix = await readText(`${banner}${size}\n`);
    validate(matrix);
    expect([matrix.rows, matrix.cols, matrix.nnz].join(' ')).toBe(size);
  });

  it('expands symmetric and skew-symmetric arrays, and drops the zeros of arrays', async () => {
    const symmetric = await readText('%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n0\n');
    expect(toDense(symmetric)).toEqual([
      [1, 2],
      [2, 0],
    ]);
    expect(symmetric.nnz).toBe(3);
    const skew = await readText('%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n');
    expect(toDense(skew)).toEqual([
      [0, -1, -2],
      [1, 0, -3],
      [2, 3, 0],
    ]);
  });

  it('reads a symmetric file that keeps the upper triangle', async () => {
    const matrix = await readText('%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n1 2 5\n');
    expect(toDense(matrix)).toEqual([
      [1, 5],
      [5, 0],
    ]);
  });

  it.each([
    ['too many entries', `${banner}2 2 1\n1 1 1\n2 2 2\n`, ':4: more entries than the 1'],
    ['a pattern with values', '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 5\n', ':3:'],
    ['both triangles', '%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 1\n1 2 1\n', ':4:'],
    [
      'a skew diagonal',
      '%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n',
      'diagonal entry (1, 1)',
    ],
    ['a symmetric rectangle', '%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n', '2 x 3'],
    ['an array pattern', '%%MatrixMarket matrix array pattern general\n2 3\n', 'pattern'],
    ['an unknown field', '%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n', "'quaternion'"],
    ['an unknown symmetry', '%%MatrixMarket matrix coordinate real toString\n1 1 0\n', "'tostring'"],
    ['a missing value', `${banner}2 2 1\n1 1\n`, ':3:'],
    ['a word for a value', `${banner}2 2 1\n1 1 one\n`, "'1 1 one'"],
    ['a fraction for an index', `${banner}2 2 1\n1.5 1 1\n`, 'two indices'],
    ['too few array values', '%%MatrixMarket matrix array real general\n2 2\n1\n2\n', 'declares 4'],
    ['too many array values', '%%MatrixMarket matrix array real general\n1 1\n1\n2\n', ':4:'],
    ['nothing at all', '', 'empty'],
    ['only a banner', banner, 'size line'],
    ['a line without end', `${banner}${'1'.repeat(3 << 20)}`, 'a line longer than'],
    ['rows out of all proportion', `${banner}2000000000 1 1\n1 1 1\n`, 'only 1 entries'],
    ['columns out of all proportion', `${banner}1 2000000000 1\n1 1 1\n`, 'only 1 entries'],
    ['a huge array', '%%MatrixMarket matrix array real general\n100000 100000\n1\n', '100000 x 100000 values'],
  ])('refuses %s', async (_, file, named) => {
    const error = await errorOf(() => readText(file));
    expect(error.code).toBe('input');
    expect(error.message).toContain(named);
  });

  it('allocates for the entries found, not for those declared', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const error = await errorOf(() => readText(`${banner}1000 1000 2000000000\n1 1 1\n`));
    expect(error.message).toContain('declares 2000000000');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16e6);
  });
});

import { describe, expect, it } from 'vitest';
import { multiply, validate } from '../../src/matrix/csr.js';
import { readMatrix } from '../../src/matrix/read.js';
import { casePath, errorOf, toDense } from './helpers.js';

/** Files that other tools read wrongly: shape, entries, x and the right y. */
const accepted: [file: string, rows: number, cols: number, nnz: number, x: number[], y: number[]][] = [
  ['case-01-blank-lines.mtx', 3, 4, 4, [1, 2, 3, 4], [2.5, 1, -33]],
  ['case-03-many-spaces-in-banner.mtx', 2, 2, 3, [1, 2], [11, 5]],
  ['case-07-crlf-no-final-newline.mtx', 2, 2, 3, [1, 2], [0, -1]],
  ['case-10-no-leading-zero.mtx', 2, 2, 3, [1, 2], [-0.55, 24]],
  ['case-11-d-exponent.mtx', 2, 2, 3, [1, 1], [125, 1.5]],
  ['case-18-hb-given-as-mtx.dat', 2, 2, 3, [1, 10], [1, 32]],
  ['case-20-symmetric-diagonal-doubled.mtx', 3, 3, 5, [1, 2, 3], [6, 11, 18]],
  ['case-21-symmetric-diagonal-only.mtx', 3, 3, 3, [1, 1, 1], [1, 2, 3]],
  ['case-22-symmetric-dense.mtx', 4, 4, 16, [1, 1, 1, 1], [14, 18, 24, 34]],
  ['case-24-skew-with-diagonal.mtx', 2, 2, 3, [1, 2], [-6, 3]],
  ['case-27-array-column-major.mtx', 2, 3, 6, [1, 1, 1], [9, 12]],
  ['case-28-pattern-values.mtx', 3, 3, 4, [1, 1, 1], [2, 1, 1]],
  ['case-29-duplicates.mtx', 3, 3, 3, [1, 1, 1], [11, 4, 0]],
  ['case-30-explicit-zeros.mtx', 3, 3, 4, [1, 2, 3], [0, 5, 0]],
  ['case-32-empty-rows-stale-y.mtx', 6, 3, 2, [1, 2, 3], [0, 1, 0, 0, 6, 0]],
  ['case-33-all-empty.mtx', 5, 4, 0, [1, 1, 1, 1], [0, 0, 0, 0, 0]],
  ['case-34-m-by-0.mtx', 3, 0, 0, [], [0, 0, 0]],
  ['case-36-wide.mtx', 2, 6, 3, [1, 2, 3, 4, 5, 6], [12, 16]],
  ['case-38-one-by-one.mtx', 1, 1, 1, [2], [-5]],
];

/** Files to refuse, and what the message must name. */
const refused: [file: string, code: string, ...named: string[]][] = [
  ['case-04-too-few-entries.mtx', 'input', 'declares 5', 'holds 2', 'truncated'],
  ['case-06-extra-column.mtx', 'input', 'mtx:3:'],
  ['case-12-zero-based.mtx', 'input', 'mtx:3:', 'row 0 outside 1..3'],
  ['case-13-index-too-big.mtx', 'input', 'mtx:4:', 'column 4 outside 1..3'],
  ['case-16-missing-banner.mtx', 'input', '%%MatrixMarket'],
  ['case-17-missing-size-line.mtx', 'input', 'mtx:2:', 'three numbers'],
  ['case-25-hermitian-conj.mtx', 'unsupported', 'complex'],
  ['case-41-nnz-over-2-31.mtx', 'input', '4294967297'],
  ['case-42-header-bomb.mtx', 'input', '4000000000'],
  ['case-43-truncated-gz.mtx.gz', 'input', 'gzip stream ends early'],
  ['csa.mtx.gz', 'unsupported', 'complex symmetric'],
  ['odd-harvard500-wrong-size-line.mtx.gz', 'input', ':536:', 'row 19 outside 1..18'],
  ['odd-california-wrong-size-line.mtx.gz', 'input', ':36:', 'row 348 outside 1..25'],
];

describe('files that broke other tools', () => {
  it.each(accepted)('reads %s', async (file, rows, cols, nnz, x, y) => {
    const matrix = await readMatrix(casePath(file));
    validate(matrix);
    expect([matrix.rows, matrix.cols, matrix.nnz]).toEqual([rows, cols, nnz]);
    expect(Array.from(multiply(matrix, x), (value) => value + 0)).toEqual(y);
  });

  it.each(refused)('refuses %s', async (file, code, ...named) => {
    const error = await errorOf(() => readMatrix(casePath(file)));
    expect(error.code).toBe(code);
    for (const text of named) expect(error.message).toContain(text);
  });

  it('rounds integers beyond 2^53 to the nearest double', async () => {
    const matrix = await readMatrix(casePath('case-09-integer-overflow.mtx'));
    expect([...matrix.data]).toEqual([2 ** 63, 2 ** 53]);
  });

  it('expands a skew-symmetric matrix', async () => {
    const dense = toDense(await readMatrix(casePath('rza.mtx.gz')));
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) expect(dense[r][c] + dense[c][r]).toBe(0);
    expect(dense.flat().filter((value) => value !== 0)).toHaveLength(6);
  });
});

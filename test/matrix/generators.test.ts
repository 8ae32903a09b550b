import { describe, expect, it } from 'vitest';
import { contentHash, transpose, validate } from '../../src/matrix/csr.js';
import { matrixFeatures } from '../../src/matrix/features.js';
import { describeGenerators, generate, generators } from '../../src/matrix/generators/index.js';
import { errorOf, toDense } from './helpers.js';

/** One small specification for each generator, with its rows, columns and entries. */
const small: [spec: string, rows: number, cols: number, nnz: number][] = [
  ['gen:stencil5:n=4', 16, 16, 64],
  ['gen:stencil7:3', 27, 27, 135],
  ['gen:stencil27:3', 27, 27, 343],
  ['gen:banded:n=10,width=3', 10, 10, 28],
  ['gen:arrow:6', 6, 6, 16],
  ['gen:diagonal:7', 7, 7, 7],
  ['gen:dense:5', 5, 5, 25],
  ['gen:empty:3,4', 3, 4, 0],
  ['gen:uniform:50,degree=4', 50, 50, 200],
  ['gen:rmat:6,8', 64, 64, 327],
  ['gen:blockfem:nnz=5000,block=2', 250, 250, 5260],
];

describe('generate', () => {
  it('has an example of every generator in this test', () => {
    expect(small.map(([spec]) => spec.split(':')[1])).toEqual(generators.map(({ name }) => name));
  });

  it.each(small)('%s has the right shape', (spec, rows, cols, nnz) => {
    const matrix = generate(spec);
    validate(matrix);
    expect([matrix.rows, matrix.cols, matrix.nnz]).toEqual([rows, cols, nnz]);
  });

  it.each(small)('%s repeats exactly, and its values lie in (0.1, 1)', (spec) => {
    const matrix = generate(spec);
    validate(matrix);
    expect(contentHash(generate(spec))).toBe(contentHash(matrix));
    expect(matrix.data.every((value) => value > 0.1 && value < 1)).toBe(true);
  });

  it('takes a seed and signs', () => {
    const plain = generate('gen:uniform:100,5');
    const other = generate('gen:uniform:100,5,seed=2');
    const signed = generate('gen:uniform:n=100,degree=5,signed=1');
    expect(other.indices).not.toEqual(plain.indices);
    expect(signed.indices).toEqual(plain.indices);
    expect(signed.data.filter((value) => value < 0).length).toBeGreaterThan(150);
    expect(signed.data.map(Math.abs)).toEqual(plain.data);
    expect(other.name).toBe('uniform:n=100,degree=5,seed=2');
  });

  it('writes the stencil of a grid', () => {
    const pattern = toDense(generate('gen:stencil5:2')).map((row) => row.map((value) => (value ? 1 : 0)));
    expect(pattern).toEqual([
      [1, 1, 1, 0],
      [1, 1, 0, 1],
      [1, 0, 1, 1],
      [0, 1, 1, 1],
    ]);
  });

  it('makes power-law rows with rmat', () => {
    const features = matrixFeatures(generate('gen:rmat:12,16'));
    expect(features.nnz).toBeGreaterThan(40000);
    expect(features.nnz).toBeLessThan(4096 * 16);
    expect(features.maxRow).toBeGreaterThan(20 * features.meanRow);
    expect(features.giniRow).toBeGreaterThan(0.5);
  });

  it('draws uniform columns evenly', () => {
    const columns = transpose(generate('gen:uniform:100,degree=50'));
    for (let c = 0; c < 100; c++) {
      const count = columns.indptr[c + 1] - columns.indptr[c];
      expect(count).toBeGreaterThan(25);
      expect(count).toBeLessThan(75);
    }
  });

  it('makes symmetric dense blocks with blockfem, about as many entries as asked for', () => {
    const matrix = generate('gen:blockfem:nnz=200000,block=4');
    const features = matrixFeatures(matrix);
    expect(features.blockDensity4).toBe(1);
    expect(features.symmetricPattern).toBe(1);
    expect(matrix.nnz).toBeGreaterThan(170000);
    expect(matrix.nnz).toBeLessThan(230000);
  });

  it.each([
    ['gen:stencil5', "'n' (points along each side) is missing"],
    ['gen:stencil5:n=x', "n='x' is not a whole number"],
    ['gen:stencil5:n=-3', "n='-3'"],
    ['gen:stencil5:n=0', "n='0' is not a whole number in 1..20000"],
    ['gen:stencil5:3,1,0,4', 'too many parameters'],
    ['gen:stencil5:3,n=4', 'given twice'],
    ['gen:stencil5:m=3', "no parameter 'm'"],
  ])('refuses %s and says what the parameters are', async (spec, message) => {
    const error = await errorOf(() => generate(spec));
    expect(error.code).toBe('usage');
    expect(error.message).toContain(message);
    expect(error.hint).toContain('n        points along each side: 1 to 20000\n');
    expect(error.hint).toContain('seed     of the random numbers: 0 to 2147483647, otherwise 1');
    expect(error.hint).not.toContain('gen:');
  });

  it('refuses an unknown generator and lists what there is', async () => {
    const error = await errorOf(() => generate('gen:nonsense:3'));
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining("no generator 'nonsense'") });
    expect(error.hint).toBe(describeGenerators());
    for (const { name } of generators) expect(error.hint).toContain(`gen:${name}:`);
  });

  it.each([
    ['gen:banded:10,4', 'width 4 is not odd'],
    ['gen:uniform:5,6', 'degree 6 exceeds'],
    ['gen:uniform:60000000,60000', 'entries asked for'],
  ])('refuses %s', async (spec, message) => {
    expect((await errorOf(() => generate(spec))).message).toContain(message);
  });
});

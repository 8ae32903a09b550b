import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transpose } from '../../src/matrix/csr.js';
import { featureNames, featureVector, matrixFeatures } from '../../src/matrix/features.js';
import { generate } from '../../src/matrix/generators/index.js';
import { matrixOf } from '../support/matrices.js';
import { anyMatrix, toDense } from './helpers.js';

const features = (spec: string) => matrixFeatures(generate(spec));

describe('matrixFeatures', () => {
  it('is finite and complete for every matrix, empty ones included', () => {
    const empty = ['gen:empty:0,0', 'gen:empty:0,5', 'gen:empty:5,0', 'gen:empty:3,3', 'gen:diagonal:1'].map(generate);
    fc.assert(
      fc.property(fc.oneof(anyMatrix, fc.constantFrom(...empty)), (matrix) => {
        const vector = featureVector(matrixFeatures(matrix));
        expect(vector).toHaveLength(featureNames.length);
        expect(vector.every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it('agrees with definitions written out', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const found = matrixFeatures(matrix);
        const lengths = Array.from({ length: matrix.rows }, (_, r) => matrix.indptr[r + 1] - matrix.indptr[r]);
        const mean = matrix.nnz / matrix.rows;
        expect(found.maxRow).toBe(Math.max(...lengths));
        expect(found.minRow).toBe(Math.min(...lengths));
        expect(found.varianceRow).toBeCloseTo(lengths.reduce((s, l) => s + (l - mean) ** 2, 0) / matrix.rows, 8);
        expect(found.emptyRowShare).toBe(lengths.filter((l) => l === 0).length / matrix.rows);
        if (matrix.nnz > 0) {
          let differences = 0;
          for (const a of lengths) for (const b of lengths) differences += Math.abs(a - b);
          expect(found.giniRow).toBeCloseTo(differences / (2 * matrix.rows * matrix.nnz), 8);
        }
        const pattern = (rows: number[][]) => JSON.stringify(rows.map((row) => row.map((v) => Number(v !== 0))));
        const ones = { ...matrix, data: matrix.data.map(() => 1) };
        const symmetric = pattern(toDense(ones)) === pattern(toDense(transpose(ones)));
        expect(found.symmetricPattern).toBe(Number(symmetric));
      }),
    );
  });

  it('finds dense diagonals', () => {
    expect(features('gen:banded:1000,7')).toMatchObject({ denseDiagonalShare: 1, usedDiagonals: 7, maxBandwidth: 3 });
    const arrow = features('gen:arrow:1000');
    expect(arrow.denseDiagonalShare).toBeCloseTo(1 / 3, 2);
    expect(arrow.maxRow).toBe(1000);
  });

  it('finds dense blocks', () => {
    expect(features('gen:dense:12')).toMatchObject({
      blockDensity2: 1,
      blockDensity3: 1,
      blockDensity4: 1,
      density: 1,
    });
    expect(features('gen:diagonal:12')).toMatchObject({ blockDensity2: 1 / 2, blockDensity3: 1 / 3, adjacentShare: 0 });
  });

  it('sees which rows read the same parts of x', () => {
    expect(features('gen:diagonal:1000').sectorsPerEntry).toBeCloseTo(1 / 8, 2);
    expect(features('gen:banded:1000,31').sectorsPerEntry).toBeLessThan(0.01);
    // 32 rows of one entry in the middle of three: 4 sectors, and one more on either side.
    expect(features('gen:banded:8192,3').sectorsPerEntry).toBeCloseTo(6 / 96, 2);
    expect(features('gen:uniform:100000,4').sectorsPerEntry).toBeGreaterThan(0.98);
  });

  it('sees lengths and symmetry of known matrices', () => {
    expect(features('gen:stencil5:10')).toMatchObject({ symmetricPattern: 1, maxRow: 5, minRow: 3, medianRow: 5 });
    expect(features('gen:banded:100,1')).toMatchObject({ giniRow: 0, neighbourVariation: 0, diagonalShare: 1 });
  });

  it('sees popular columns and scattered reads of x', () => {
    // Column 3 of 200 has 5 of 8 entries, column 8 two: the most popular 1 % of the columns are these two.
    const matrix = matrixOf([[3, 8], [3], [3, 8], [3, 150], [3]], 200);
    expect(matrixFeatures(matrix).hotColumnShare).toBe(7 / 8);
    // Sectors of columns 0 .. 7, 8 .. 15 and 144 .. 151.
    expect(matrixFeatures(matrix).sectorsPerEntry).toBe(3 / 8);
    expect(features('gen:dense:64')).toMatchObject({ hotColumnShare: 1 / 64, sectorsPerEntry: 1 / 256 });
    expect(features('gen:diagonal:640')).toMatchObject({ hotColumnShare: 7 / 640, sectorsPerEntry: 1 / 8 });
  });

  it('stops counting distinct values', () => {
    expect(features('gen:diagonal:10000').distinctValues).toBe(4096);
    const ones = generate('gen:diagonal:10');
    expect(matrixFeatures({ ...ones, data: new Float64Array(10).fill(2) }).distinctValues).toBe(1);
  });
});

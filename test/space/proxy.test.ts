import { describe, expect, it } from 'vitest';
import { validate } from '../../src/matrix/csr.js';
import { generate } from '../../src/matrix/generators/index.js';
import { proxyOf } from '../../src/space/proxy.js';

describe('proxyOf', () => {
  it('lets a small matrix stand for itself', () => {
    const small = generate('gen:stencil5:20');
    expect(proxyOf(small)).toBe(small);
  });

  it.each(['gen:stencil5:200', 'gen:rmat:scale=14,degree=8', 'gen:dense:2000', 'gen:arrow:60000', 'gen:empty:9000,7'])(
    'is a valid matrix of at most 1025 rows and 15000 entries: %s',
    (spec) => {
      const proxy = proxyOf(generate(spec));
      validate(proxy);
      expect(proxy.rows).toBeLessThanOrEqual(1025);
      expect(proxy.nnz).toBeLessThanOrEqual(15_000);
    },
  );

  it('keeps diagonals: offsets of the middle rows are those of the matrix', () => {
    const { indptr, indices, rows } = proxyOf(generate('gen:stencil5:200'));
    // The last row is the longest one, from elsewhere; the first and last band of columns wraps around.
    for (let row = 250; row < rows - 250; row++) {
      const offsets = Array.from(indices.subarray(indptr[row], indptr[row + 1]), (column) => column - row);
      expect([-200, -1, 0, 1, 200]).toEqual(expect.arrayContaining(offsets));
    }
  });

  it('ends with the longest row, cut', () => {
    const { rows, indptr } = proxyOf(generate('gen:arrow:60000'));
    const last = indptr[rows] - indptr[rows - 1];
    expect(last).toBeGreaterThan(1000);
    expect(last).toBeLessThan(4000);
  });
});

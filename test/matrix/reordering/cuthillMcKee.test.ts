import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCoo } from '../../../src/matrix/csr.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { cuthillMcKeeOrder } from '../../../src/matrix/reordering/cuthillMcKee.js';
import { createRandom } from '../../../src/random.js';
import { matrixOf, renumbered } from '../../support/matrices.js';
import { anyMatrix } from '../helpers.js';

/** Largest |row - column| when row i and column i have the number of i in the order. */
function bandwidth({ rows, indptr, indices }: CsrMatrix, order: Int32Array): number {
  const number = new Int32Array(rows);
  for (const [place, row] of order.entries()) number[row] = place;
  let widest = 0;
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) widest = Math.max(widest, Math.abs(number[r] - number[indices[k]]));
  }
  return widest;
}

const bandwidthAfter = (matrix: CsrMatrix) => bandwidth(matrix, cuthillMcKeeOrder(matrix));
const shuffled = (spec: string) => renumbered(generate(spec), createRandom(3));
const isPermutation = (order: Int32Array, rows: number) => {
  expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i));
};

/** The edges (i, i + 1) of a path whose vertices have other numbers, one direction of each. */
function path(length: number): CsrMatrix {
  const rows = Array.from({ length }, (_, i) => (i + 1 < length ? [i + 1] : []));
  return renumbered(matrixOf(rows, length), createRandom(5));
}

describe('cuthillMcKeeOrder', () => {
  it('gives a path bandwidth 1, also where only one direction is stored', () => {
    expect(bandwidthAfter(path(200))).toBe(1);
  });

  it('gives a shuffled grid of n x n a bandwidth of about n, and a cube of about n^2', () => {
    const grid = shuffled('gen:stencil5:40');
    expect(
      bandwidth(
        grid,
        Int32Array.from({ length: grid.rows }, (_, i) => i),
      ),
    ).toBeGreaterThan(1000);
    expect(bandwidthAfter(grid)).toBeLessThanOrEqual(44);
    expect(bandwidthAfter(shuffled('gen:stencil7:12'))).toBeLessThanOrEqual(160);
  });

  it('gives a shuffled band about its width', () => {
    expect(bandwidthAfter(shuffled('gen:banded:2000,7'))).toBeLessThanOrEqual(6);
  });

  it('numbers every component, and vertices without edges', () => {
    const rows = [[3], [], [4], [0], [2], []];
    const order = cuthillMcKeeOrder(matrixOf(rows, 6));
    isPermutation(order, 6);
    expect(bandwidth(matrixOf(rows, 6), order)).toBe(1);
    expect(cuthillMcKeeOrder(matrixOf([], 0))).toHaveLength(0);
  });

  it('is a permutation of the rows of any matrix, loops, one-way edges and other shapes included', () => {
    fc.assert(fc.property(anyMatrix, (matrix) => isPermutation(cuthillMcKeeOrder(matrix), matrix.rows)));
  });

  it('is found once for each matrix', () => {
    const matrix = generate('gen:stencil5:8');
    expect(cuthillMcKeeOrder(matrix)).toBe(cuthillMcKeeOrder(matrix));
  });

  const scipy = spawnSync('python3', ['-c', 'import scipy.sparse.csgraph']).status === 0;
  if (!scipy) console.log('skipped: comparison with scipy, which is not installed');
  it.skipIf(!scipy)("has no larger bandwidth than a fifth above scipy's", () => {
    const random = createRandom(9);
    const far = (n: number) => Int32Array.from({ length: 1500 }, () => random.int(n));
    const scattered = fromCoo({
      name: 'sparse graph',
      rows: 900,
      cols: 900,
      rowIndices: far(900),
      colIndices: far(900),
      values: new Float64Array(1500).fill(1),
    });
    const matrices = [...['gen:stencil5:30', 'gen:stencil27:9', 'gen:blockfem:nnz=9000'].map(shuffled), scattered];
    const theirs = scipyBandwidths(matrices);
    const ours = matrices.map(bandwidthAfter);
    console.log(`bandwidths: ours ${ours.join(' ')}, scipy ${theirs.join(' ')}`);
    for (const [i, width] of ours.entries()) expect(width).toBeLessThanOrEqual(1.2 * theirs[i]);
  });
});

function scipyBandwidths(matrices: readonly CsrMatrix[]): number[] {
  const program = `
import json, sys
import numpy
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import reverse_cuthill_mckee
widths = []
for matrix in json.load(sys.stdin):
    n = matrix['rows']
    a = csr_matrix((numpy.ones(len(matrix['indices'])), matrix['indices'], matrix['indptr']), (n, n))
    a = csr_matrix(a + a.T)
    order = reverse_cuthill_mckee(a, symmetric_mode=True)
    b = a[order][:, order].tocoo()
    widths.append(int(abs(b.row - b.col).max()))
print(json.dumps(widths))
`;
  const input = JSON.stringify(
    matrices.map(({ rows, indptr, indices }) => ({ rows, indptr: Array.from(indptr), indices: Array.from(indices) })),
  );
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

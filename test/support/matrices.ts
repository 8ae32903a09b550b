import { fromCoo } from '../../src/matrix/csr.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import type { Random } from '../../src/random.js';

/** A matrix with the given columns in each row; values are 1, 2, 3 ... in row order, so value = slot + 1. */
export function matrixOf(columnsOfRows: readonly (readonly number[])[], cols: number, name = 'test'): CsrMatrix {
  const lengths = columnsOfRows.map((columns) => columns.length);
  const indptr = Int32Array.from([0, ...lengths]);
  for (let row = 1; row < indptr.length; row++) indptr[row] += indptr[row - 1];
  const indices = Int32Array.from(columnsOfRows.flat());
  const data = Float64Array.from(indices.keys(), (slot) => slot + 1);
  return { name, rows: lengths.length, cols, nnz: indices.length, indptr, indices, data };
}

/** The matrix of the operators' documentation: row lengths 1 3 0 2. */
export const small = matrixOf([[0], [0, 1, 3], [], [1, 2]], 4);

/** A + A^T: symmetric in pattern and values, exactly, since sums of two do not depend on their order. */
export function symmetrized(matrix: CsrMatrix): CsrMatrix {
  const rowIndices = Int32Array.from(matrix.indices, () => 0);
  for (let r = 0; r < matrix.rows; r++) rowIndices.fill(r, matrix.indptr[r], matrix.indptr[r + 1]);
  const joined = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b]);
  return fromCoo({
    name: `symmetric ${matrix.name}`,
    rows: matrix.rows,
    cols: matrix.cols,
    rowIndices: joined(rowIndices, matrix.indices),
    colIndices: joined(matrix.indices, rowIndices),
    values: Float64Array.from([...matrix.data, ...matrix.data]),
  });
}

/** P A P^T for a random permutation P: the same graph with other numbers. */
export function renumbered(matrix: CsrMatrix, random: Random): CsrMatrix {
  const numbers = Int32Array.from({ length: matrix.rows }, (_, i) => i);
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  const rowIndices = new Int32Array(matrix.nnz);
  for (let r = 0; r < matrix.rows; r++) rowIndices.fill(numbers[r], matrix.indptr[r], matrix.indptr[r + 1]);
  return fromCoo({
    name: `renumbered ${matrix.name}`,
    rows: matrix.rows,
    cols: matrix.cols,
    rowIndices,
    colIndices: matrix.indices.map((column) => numbers[column]),
    values: matrix.data,
  });
}

interface Shape {
  readonly rows: number;
  readonly cols: number;
  readonly entries: number;
  readonly rowStep?: number;
  readonly skew?: number;
}

/** `entries` random places (fewer where two meet) in the rows that are multiples of `rowStep`; `skew` above 1 favours low columns. */
export function scattered({ rows, cols, entries, rowStep = 1, skew = 1 }: Shape, random: Random): CsrMatrix {
  const used = Math.ceil(rows / rowStep);
  const draw = (n: number) => Int32Array.from({ length: entries }, () => random.int(n));
  return fromCoo({
    name: `scattered ${rows}x${cols}`,
    rows,
    cols,
    rowIndices: draw(used).map((row) => row * rowStep),
    colIndices: skew === 1 ? draw(cols) : Int32Array.from({ length: entries }, () => cols * random.next() ** skew),
    values: Float64Array.from({ length: entries }, () => 2 * random.next() - 1),
  });
}

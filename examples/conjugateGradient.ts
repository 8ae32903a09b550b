// Solves A x = b for a symmetric positive definite A. node examples/dist/conjugateGradient.js [matrix] [trials]
//
// The device multiplies in f32, which alone would leave an error of about condition x 1e-7. So each solution is refined:
// the residual is computed in double precision on the host, and the device solves for the correction.
import { type CsrMatrix, multiply, readMatrix, type TunedKernel, tune } from 'alphasparse';

const [file = 'matrices/bcsstk16.mtx.gz', trials = '20'] = process.argv.slice(2);
const A = await readMatrix(file);
const b = multiply(A, new Float64Array(A.cols).fill(1)); // so that the solution is known: ones

// Jacobi: with S = 1 / sqrt(diagonal), solve (S A S) z = S b, then x = S z. Symmetric, with ones on the diagonal.
const S = diagonal(A).map((value) => 1 / Math.sqrt(value));
const scaled: CsrMatrix = { ...A, name: `${A.name}, scaled`, data: scaledData(A, S) };
const right = b.map((value, i) => S[i] * value);

const kernel = await tune(scaled, { trials: Number(trials) });
try {
  console.log(`${A.name}: ${A.rows} unknowns, ${A.nnz} entries, on ${kernel.device.name}`);
  const z = new Float64Array(A.rows);
  const target = 1e-10 * norm(right);
  for (let round = 1, total = 0; ; round++) {
    const product = multiply(scaled, z);
    const residual = right.map((value, i) => value - product[i]);
    console.log(`  residual ${(norm(residual) / norm(right)).toExponential(1)} after ${total} multiplications`);
    if (norm(residual) <= target) break;
    if (round > 20) throw new Error('no convergence in 20 rounds');
    const { correction, iterations } = await conjugateGradient(kernel, residual, 1e-4);
    for (let i = 0; i < z.length; i++) z[i] += correction[i];
    total += iterations;
  }
  const error = Math.max(...z.map((value, i) => Math.abs(S[i] * value - 1)));
  console.log(`solved: largest error ${error.toExponential(1)}`);
} finally {
  await kernel.close();
}

/** Solves for a right side until the residual, as the recurrence has it, is `tolerance` times as long. */
async function conjugateGradient(kernel: TunedKernel, rightSide: Float64Array, tolerance: number) {
  const correction = new Float64Array(rightSide.length);
  const residual = rightSide.slice();
  const direction = rightSide.slice();
  let square = dot(residual, residual);
  const enough = square * tolerance ** 2;
  let iterations = 0;
  for (; square > enough && iterations < 10_000; iterations++) {
    const image = await kernel.multiply(direction);
    const length = square / dot(direction, image);
    for (let i = 0; i < residual.length; i++) {
      correction[i] += length * direction[i];
      residual[i] -= length * image[i];
    }
    const before = square;
    square = dot(residual, residual);
    for (let i = 0; i < direction.length; i++) direction[i] = residual[i] + (square / before) * direction[i];
  }
  return { correction, iterations };
}

function diagonal({ rows, indptr, indices, data }: CsrMatrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    const at = indices.subarray(indptr[row], indptr[row + 1]).indexOf(row);
    const value = at < 0 ? 0 : data[indptr[row] + at];
    if (value > 0) return value;
    throw new Error(`row ${row} has ${value} on the diagonal; the matrix is not positive definite`);
  });
}

/** The values of S A S. */
function scaledData({ rows, indptr, indices, data }: CsrMatrix, S: Float64Array): Float64Array {
  const result = new Float64Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let k = indptr[row]; k < indptr[row + 1]; k++) result[k] = S[row] * data[k] * S[indices[k]];
  }
  return result;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: ArrayLike<number>): number {
  return Math.sqrt(dot(a, a));
}

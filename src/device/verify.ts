import type { Dtype } from '../codegen/kernelSource.js';
import { rounding } from '../codegen/numbers.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';

/** How far a device's y is from the reference. The fields from `row` on are those of the worst row, -1 when none. */
export interface Verdict {
  readonly ok: boolean;
  /** Largest error over its bound; at most 1 when `ok`. */
  readonly worst: number;
  readonly row: number;
  readonly got: number;
  readonly want: number;
  readonly bound: number;
}

interface Precision {
  /** Spacing of numbers at 1 in the type that sums are kept in. */
  readonly epsilon: number;
  /** Error of storing y, relative and absolute: f16 sums are kept in f32 and rounded once. */
  readonly storeEpsilon: number;
  readonly storeTiny: number;
  /** Smallest normal number of the sum's type: devices may flush what is below it to zero. */
  readonly tiny: number;
  readonly largest: number;
}

const precisions: Readonly<Record<Dtype, Precision>> = {
  f64: { epsilon: 2 ** -52, storeEpsilon: 0, storeTiny: 0, tiny: 2 ** -1022, largest: Number.MAX_VALUE },
  f32: { epsilon: 2 ** -23, storeEpsilon: 0, storeTiny: 0, tiny: 2 ** -126, largest: 3.4028234663852886e38 },
  f16: { epsilon: 2 ** -23, storeEpsilon: 2 ** -10, storeTiny: 2 ** -24, tiny: 2 ** -126, largest: 65504 },
};

// Covers any order of summation, with and without fused multiply-add.
const slack = 2;

/**
 * Compares y with A x in fp64, both A and x rounded to `dtype` first:
 * |y - ref| <= 2 eps (k + 8) (|A||x|) a row of k entries. Where the reference is Inf or NaN, y must be the same.
 * An unexpected NaN never passes; a row whose sum of magnitudes overflows `dtype` passes with anything else.
 */
export function verify(matrix: CsrMatrix, y: ArrayLike<number>, x: ArrayLike<number>, dtype: Dtype): Verdict {
  return createVerifier(matrix, x, dtype)(y);
}

/** `verify` for many y of one x: the reference is computed once, in time linear in the entries; a check takes rows. */
export function createVerifier(
  matrix: CsrMatrix,
  x: ArrayLike<number>,
  dtype: Dtype,
): (y: ArrayLike<number>) => Verdict {
  const { rows, indptr, indices, data } = matrix;
  const round = rounding(dtype);
  const precision = precisions[dtype];
  const input = new Float64Array(x.length);
  for (let i = 0; i < input.length; i++) input[i] = round(x[i]);
  const wants = new Float64Array(rows);
  const bounds = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let want = 0;
    let magnitude = 0;
    let flushed = 1;
    for (let i = indptr[row]; i < indptr[row + 1]; i++) {
      const a = round(data[i]);
      const b = input[indices[i]];
      want += a * b;
      magnitude += Math.abs(a * b);
      flushed += 1 + Math.abs(a) + Math.abs(b);
    }
    wants[row] = want;
    bounds[row] = boundOf(indptr[row + 1] - indptr[row], want, magnitude, flushed, precision);
  }
  return (y) => {
    if (y.length !== rows) throw new RangeError(`y has ${y.length} entries; the matrix has ${rows} rows.`);
    let worst = 0;
    let at = -1;
    for (let row = 0; row < rows; row++) {
      const ratio = ratioOf(y[row], wants[row], bounds[row]);
      if (ratio <= worst) continue;
      worst = ratio;
      at = row;
    }
    if (at < 0) return { ok: true, worst: 0, row: -1, got: 0, want: 0, bound: 0 };
    return { ok: worst <= 1, worst, row: at, got: y[at], want: wants[at], bound: bounds[at] };
  };
}

/** One line on a verdict that is not ok. */
export function explain(verdict: Verdict): string {
  const { row, got, want, bound } = verdict;
  return `y[${row}] is ${got}; it should be ${want} within ${bound.toExponential(2)}`;
}

function boundOf(length: number, want: number, magnitude: number, flushed: number, precision: Precision): number {
  const { epsilon, storeEpsilon, storeTiny, tiny, largest } = precision;
  if (magnitude > largest && Number.isFinite(magnitude)) return Number.POSITIVE_INFINITY;
  const sum = slack * epsilon * (length + 8) * magnitude;
  return sum + storeEpsilon * Math.abs(want) + storeTiny + slack * tiny * flushed;
}

/** Error over bound; infinite for a wrong kind of number. */
function ratioOf(got: number, want: number, bound: number): number {
  if (Number.isNaN(want)) return Number.isNaN(got) ? 0 : Number.POSITIVE_INFINITY;
  if (Number.isNaN(got)) return Number.POSITIVE_INFINITY;
  if (!Number.isFinite(want)) return got === want ? 0 : Number.POSITIVE_INFINITY;
  if (bound === Number.POSITIVE_INFINITY) return 0;
  return Math.abs(got - want) / bound;
}

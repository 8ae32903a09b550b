import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { sameValue } from '../matrix/symmetry.js';
import type { KernelSource, NumberType, ValueStorage } from './kernelSource.js';
import { rounding, shortBits } from './numbers.js';

/** What 16-bit storage does to the values of a matrix. */
export interface StorageError {
  readonly storage: ValueStorage;
  /**
   * The largest relative rounding error of any value, found by looking at all of them. It bounds what storage does to a
   * product: in every row, |A~ x - A x| <= relative * |A| |x|.
   */
  readonly relative: number;
}

/** The type that a kernel's stored values have. */
export function valueTypeOf({ dtype, valueStorage }: Pick<KernelSource, 'dtype' | 'valueStorage'>): NumberType {
  return valueStorage ?? dtype;
}

/**
 * The stored values of a kernel for given matrix data, as they lie in memory: 16-bit types as raw bits. Padding is -0,
 * which kernels skip so that Inf and NaN in x do not leak; so every value that is or rounds to zero becomes +0.
 */
export function storedValues(
  slots: Int32Array,
  data: ArrayLike<number>,
  type: NumberType,
): Float32Array | Float64Array | Uint16Array {
  const bitsOf = shortBits[type];
  if (bitsOf) {
    const padding = 0x8000;
    return Uint16Array.from(slots, (slot) => {
      if (slot < 0) return padding;
      const bits = bitsOf(data[slot]);
      return bits === padding ? 0 : bits;
    });
  }
  const round = rounding(type);
  const values = type === 'f64' ? new Float64Array(slots.length) : new Float32Array(slots.length);
  // Adding +0 turns -0 into it and changes nothing else.
  for (let i = 0; i < slots.length; i++) values[i] = slots[i] < 0 ? -0 : round(data[slots[i]]) + 0;
  return values;
}

/**
 * The matrix that a kernel multiplies by when its values are stored in 16 bits, and how far that is from the given one;
 * without 16-bit storage the matrix itself. @throws AlphaSparseError 'usage' when a value is too large for the type.
 */
export function asStored(
  matrix: CsrMatrix,
  storage: ValueStorage | undefined,
): { matrix: CsrMatrix; storageError?: StorageError } {
  if (!storage) return { matrix };
  const { data } = matrix;
  mustBeInRange(data, storage);
  const round = rounding(storage);
  const rounded = new Float32Array(data.length);
  let relative = 0;
  for (let i = 0; i < data.length; i++) {
    rounded[i] = round(data[i]);
    const error = Math.abs((rounded[i] - data[i]) / data[i]);
    // Not so for zero, Inf and NaN, which are stored as they are.
    if (error > relative) relative = error;
  }
  return { matrix: { ...matrix, data: rounded }, storageError: { storage, relative } };
}

/**
 * Throws 'usage' where new values cannot go into a kernel: too few or many, too large for its 16-bit storage, or entries
 * that share a stored value and now differ.
 */
export function checkValues(kernel: KernelSource, data: ArrayLike<number>): void {
  const { name, nnz, slots, valueClasses, valueStorage } = kernel;
  if (data.length !== nnz)
    throw new AlphaSparseError('usage', `kernel ${name} takes ${nnz} values, not ${data.length}`);
  if (valueStorage) mustBeInRange(data, valueStorage);
  if (!valueClasses) return;
  const round = rounding(valueTypeOf(kernel));
  for (let i = 0; i < nnz; i++) {
    const shared = valueClasses[i] < 0 ? i : slots[valueClasses[i]];
    const [own, other] = [round(data[i]), round(data[shared])];
    if (sameValue(own, other)) continue;
    throw new AlphaSparseError(
      'usage',
      `kernel ${name} keeps one value for entries ${shared} and ${i}, which are now ${data[shared]} and ${data[i]}`,
      'Tune again with these values: this kernel stores equal values of a dictionary or of a symmetric matrix once.',
    );
  }
}

/** Throws 'usage' where a finite value would become infinite. */
function mustBeInRange(data: ArrayLike<number>, storage: ValueStorage): void {
  const round = rounding(storage);
  let largest = 0;
  for (let i = 0; i < data.length; i++) {
    const magnitude = Math.abs(data[i]);
    if (magnitude > largest && magnitude < Infinity) largest = magnitude;
  }
  if (Number.isFinite(round(largest))) return;
  throw new AlphaSparseError(
    'usage',
    `values cannot be stored as ${storage}: the largest magnitude is ${largest}, and ${storage} ends at ${limits[storage]}`,
    storage === 'f16'
      ? 'bf16 has the range of f32 (--value-storage bf16), or scale the matrix.'
      : 'Store them as f32, without --value-storage, or scale the matrix.',
  );
}

/** The largest number of each type. */
const limits: Readonly<Record<ValueStorage, number>> = { f16: 65504, bf16: 255 * 2 ** 120 };

import type { MetadataSet } from '../metadata/metadataSet.js';
import { type Refusal, refuse } from '../operators/operator.js';
import type { NumberType } from './kernelSource.js';
import { rounding } from './numbers.js';
import { inStorageOrder, type Storage } from './storage.js';

/** Distinct values that one byte an entry can name. */
export const mostDistinct = 256;

/** How a leaf's values are stored: one an entry, or each distinct one once and a code an entry. */
export interface ValueForm {
  /** Position in the matrix's `data` of each stored value, -1 for padding. */
  readonly slots: Int32Array;
  /** With a dictionary: for each entry in storage order, which of the stored values it has. */
  readonly codes?: Int32Array;
}

/** The stored values of a leaf, as its compression options want them. Values that are equal in `type` are one. */
export function valueForm(
  leaf: MetadataSet,
  storage: Storage,
  data: ArrayLike<number>,
  type: NumberType,
): ValueForm | Refusal {
  const slots = inStorageOrder(leaf.nonZeros.slots, storage.order);
  if (leaf.compression.values === 'plain') return { slots };
  const round = rounding(type);
  const known = new Map<number | 'padding', number>();
  const representatives: number[] = [];
  const codes = new Int32Array(slots.length);
  for (let i = 0; i < slots.length; i++) {
    // A Map takes -0 and 0 for one value, and NaN for itself: both as it should be here.
    const value = slots[i] < 0 ? 'padding' : round(data[slots[i]]);
    let code = known.get(value);
    if (code === undefined) {
      code = representatives.push(slots[i]) - 1;
      if (code === mostDistinct) return refuse(`a dictionary holds ${mostDistinct} values, and the matrix has more`);
      known.set(value, code);
    }
    codes[i] = code;
  }
  return { slots: Int32Array.from(representatives), codes };
}

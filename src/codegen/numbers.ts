import { bfloatBits, bfloatValue } from '../bfloat16.js';
import { halfBits, halfValue } from '../float16.js';
import type { NumberType } from './kernelSource.js';

/** Bytes of one number in memory. */
export const numberBytes: Readonly<Record<NumberType, number>> = { f64: 8, f32: 4, f16: 2, bf16: 2 };

/** The bits of a number in each 16-bit type. */
export const shortBits: Readonly<Partial<Record<NumberType, (value: number) => number>>> = {
  f16: halfBits,
  bf16: bfloatBits,
};

const roundings: Readonly<Record<NumberType, (value: number) => number>> = {
  f64: (value) => value,
  f32: Math.fround,
  f16: (value) => halfValue(halfBits(value)),
  bf16: (value) => bfloatValue(bfloatBits(value)),
};

/** The nearest number of a type; of a 16-bit type by way of f32, as uploads do. */
export function rounding(type: NumberType): (value: number) => number {
  return roundings[type];
}

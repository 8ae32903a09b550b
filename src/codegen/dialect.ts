import type { Dtype, Language, NumberType } from './kernelSource.js';

/** Names of the arrays' element types, narrowest first. */
export const indexTypes = ['u8', 'u16', 'u32'] as const;
export type IndexType = (typeof indexTypes)[number];
export const indexBytes: Readonly<Record<IndexType, number>> = { u8: 1, u16: 2, u32: 4 };

/** How an array is read: `stream` is used once and should not displace x in the caches. */
export type Access = 'stream' | 'shared';

/** One of several entries that a thread loads together. */
export interface Slot {
  /** Makes the names of what is loaded differ. */
  readonly suffix: string;
  /** The condition under which there is an entry; without one there always is. Nothing is read where it fails. */
  readonly inRange?: string;
}

/** Statements that load, and the expressions for what they loaded. */
export interface Loaded {
  readonly statements: string;
  readonly elements: readonly string[];
}

/** How the stored values of a kernel lie in memory. */
export interface ValueLayout {
  /** The type of arithmetic. */
  readonly dtype: Dtype;
  readonly type: NumberType;
  /** WGSL and 16-bit types: the kernel always takes four neighbours, so the array has pairs of words for elements. */
  readonly inFours: boolean;
}

/** A stored value in the hands of a thread, as expressions. */
export interface StoredValue {
  /** The value as a number of the sum's type. */
  readonly number: string;
  /** Whether it is -0, which marks padding: a test of the stored bits. */
  readonly isPadding: string;
}

/** Statements that load stored values, and what they loaded. */
export interface LoadedValues {
  readonly statements: string;
  readonly values: readonly StoredValue[];
}

/** The expressions that differ between languages; control flow differs in the templates. */
export interface Dialect {
  readonly language: Language;
  u32(value: number): string;
  /** A statement that gives a u32 a name. */
  define(name: string, value: string): string;
  min(a: string, b: string): string;
  select(condition: string, yes: string, no: string): string;
  /** A u32 read at `index` of the array that begins at `byteOffset` of the packed indices. */
  load(type: IndexType, byteOffset: number, index: string, access: Access): string;
  /** Reads `count` neighbours, the first at element `unit * count`; `name` begins the names of what is loaded. */
  loadIndices(name: string, type: IndexType, byteOffset: number, unit: string, count: number, slot: Slot): Loaded;
  /** Reads the stored values at `base` plus each code. */
  lookUpValues(layout: ValueLayout, base: number, codes: readonly string[], slot: Slot): LoadedValues;
  /** Reads `count` stored values, the first at value `base + unit * count`; `base` is a multiple of four. */
  loadValues(layout: ValueLayout, base: number, unit: string, count: number, slot: Slot): LoadedValues;
  /** An element of x as a number of the sum's type. */
  toSum(dtype: Dtype, value: string): string;
  /** Reads elements of x, or of the block's copy of it, at the given columns, as they are in memory. */
  loadX(dtype: Dtype, columns: readonly string[], slot: Slot, staged: boolean): Loaded;
  /** column clamped to 0 .. cols - 1 where row + offset may lie outside the matrix. */
  clampedColumn(row: string, offset: number, cols: number): string;
  sumType(dtype: Dtype): string;
  elementType(dtype: Dtype): string;
  /** The type of the elements of the array of stored values. */
  valueElementType(layout: ValueLayout): string;
  /** Writes a sum: `atomic` adds to what is there; `atomicKernel` says that y is declared for atomics. */
  store(dtype: Dtype, row: string, sum: string, mode: { atomic: boolean; atomicKernel: boolean }): string;
}

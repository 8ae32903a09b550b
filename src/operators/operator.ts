import { z } from 'zod';
import type { LevelName, MetadataSet } from '../metadata/metadataSet.js';

export type Stage = 'converting' | 'mapping' | 'implementing';

/** A scalar, or a list of numbers (cut points). */
export type ParamValue = number | string | boolean | readonly number[];
export type Params = Readonly<Record<string, ParamValue>>;

/** Why an operator cannot be applied. A refusal is a value: enumeration meets thousands of them. */
export interface Refusal {
  readonly refused: string;
}

/** One parameter: its meaning, its valid values, and the grids that the search walks. */
export interface ParamSpec {
  readonly doc: string;
  readonly schema: z.ZodType<ParamValue>;
  readonly default: ParamValue;
  /** Values of search level 2, measured on the device. */
  readonly coarse: readonly ParamValue[];
  /** Values of search level 3, interpolated by the cost model; contains the coarse ones. */
  readonly fine: readonly ParamValue[];
}

/** What others may ask of an operator instead of its name. */
export interface Properties {
  /** Ends the converting stage. */
  readonly compresses?: boolean;
  /** Changes the order of rows: results go through `originRows`. */
  readonly reordersRows?: boolean;
  /** Reorders rows for locality of x and not by their length. */
  readonly seeksLocality?: boolean;
  /** Adds entries that contribute nothing. */
  readonly pads?: boolean;
  /** Creates the blocks of a level, cut along rows, columns within a row, or non-zeros. */
  readonly maps?: { readonly level: LevelName; readonly axis: 'row' | 'col' | 'nnz' };
  /** Changes the order of entries in memory. */
  readonly setsLayout?: boolean;
  /** Says how sums meet within a level, or how they reach y. */
  readonly reduces?: 'thread' | 'warp' | 'block' | 'global';
  /** Adds to y atomically: equal inputs may round differently from run to run. */
  readonly needsAtomics?: boolean;
  /** Sets the block size, which all branches share. */
  readonly setsResources?: boolean;
  /** Chooses how index arrays may be stored. */
  readonly setsCompression?: boolean;
}

export interface Operator {
  /** SCREAMING_CASE, as in the paper. */
  readonly name: string;
  readonly stage: Stage;
  /** The published format or method that the operator is distilled from. */
  readonly source: string;
  /** One sentence. */
  readonly summary: string;
  /** A 4x4 example, before → after. */
  readonly example: string;
  readonly params: Readonly<Record<string, ParamSpec>>;
  readonly properties: Properties;
  /** Refuses with a reason, or returns undefined when `apply` (or `divide`) may be called. */
  legal(metadata: MetadataSet, params: Params): Refusal | undefined;
  apply?(metadata: MetadataSet, params: Params): MetadataSet;
  /** On branching operators, in place of `apply`: the parts, each to be followed by a chain of its own. */
  divide?(metadata: MetadataSet, params: Params): MetadataSet[];
}

export function refuse(reason: string): Refusal {
  return { refused: reason };
}

/** The first refusal among conditions that must hold, each with the reason to give when it does not. */
export function unless(...conditions: readonly (readonly [boolean, string])[]): Refusal | undefined {
  for (const [holds, reason] of conditions) if (!holds) return refuse(reason);
  return undefined;
}

/** An integer parameter with its grids; the fine grid takes in the coarse one. */
export function integerParam(
  doc: string,
  range: { min: number; max: number; default: number; coarse: readonly number[]; fine?: readonly number[] },
): ParamSpec {
  return {
    doc,
    schema: z.number().int().min(range.min).max(range.max),
    default: range.default,
    coarse: range.coarse,
    fine: [...new Set([...range.coarse, ...(range.fine ?? [])])].sort((a, b) => a - b),
  };
}

/** A parameter with a few named values; both grids hold them all unless a coarse subset is given. */
export function choiceParam<T extends string | boolean | number>(
  doc: string,
  values: readonly T[],
  defaultValue: T,
  coarse: readonly T[] = values,
): ParamSpec {
  return {
    doc,
    schema: z.union(values.map((value) => z.literal(value))) as unknown as z.ZodType<ParamValue>,
    default: defaultValue,
    coarse,
    fine: values,
  };
}

/** Completes parameters with defaults and refuses unknown or invalid ones. */
export function checkParams(operator: Operator, params: Params): Params | Refusal {
  for (const name of Object.keys(params)) {
    if (!Object.hasOwn(operator.params, name)) {
      return refuse(
        `unknown parameter ${name}; ${operator.name} has ${Object.keys(operator.params).join(', ') || 'none'}`,
      );
    }
  }
  const complete: Record<string, ParamValue> = {};
  for (const [name, spec] of Object.entries(operator.params)) {
    const value = params[name] ?? spec.default;
    const parsed = spec.schema.safeParse(value);
    if (!parsed.success) {
      const why = parsed.error.issues[0]?.message ?? 'invalid';
      return refuse(`${name} = ${JSON.stringify(value)}: ${why}`);
    }
    complete[name] = value;
  }
  return complete;
}

export function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && 'refused' in value;
}

import { z } from 'zod';
import {
  choiceParam,
  integerParam,
  type ParamSpec,
  type Params,
  type ParamValue,
  type Refusal,
  unless,
} from '../operator.js';

/** Parameters that the dividing operators share. */
export const by = choiceParam('how to divide', ['parts', 'length', 'cuts'], 'length', ['length', 'parts']);

export const parts = integerParam('number of equal parts, with by = parts', {
  min: 2,
  max: 16,
  default: 2,
  coarse: [2],
  fine: [3, 4, 8],
});

export const lengths: ParamSpec = {
  doc: 'thresholds with by = length: branch i takes lengths below the i-th, the last branch the rest',
  schema: z.array(z.number().int().min(1)).min(1).max(15),
  default: [32],
  coarse: [[32], [128]],
  fine: [[8], [16], [32], [64], [128], [256], [512], [8, 64], [16, 256], [32, 1024], [4, 16, 64]],
};

export const cuts: ParamSpec = {
  doc: 'positions with by = cuts: branch i begins at the i-th',
  schema: z.array(z.number().int().min(1)).max(15),
  default: [],
  coarse: [[]],
  fine: [[]],
};

/** The branch that a value falls in: the number of limits that do not exceed it. */
export function branchOf(limits: readonly number[], value: number): number {
  let branch = 0;
  while (branch < limits.length && value >= limits[branch]) branch++;
  return branch;
}

function increasing(values: ParamValue): boolean {
  return (values as readonly number[]).every((value, i, all) => i === 0 || value > all[i - 1]);
}

/** The limits between branches over `extent` rows or columns. */
export function limitsOf(params: Params, extent: number): readonly number[] {
  if (params.by === 'length') return params.lengths as readonly number[];
  if (params.by === 'cuts') return params.cuts as readonly number[];
  const count = params.parts as number;
  return Array.from({ length: count - 1 }, (_, i) => Math.ceil(((i + 1) * extent) / count));
}

export function validLimits(params: Params): Refusal | undefined {
  return unless(
    [increasing(params.lengths), 'lengths must increase'],
    [increasing(params.cuts), 'cuts must increase'],
    [params.by !== 'cuts' || (params.cuts as readonly number[]).length > 0, 'by cuts needs at least one cut'],
  );
}

import type { Dialect } from '../dialect.js';

/** A formula that gives every element of an array exactly, so that the array need not be stored. */
export interface Fitted {
  /** For people: the formula with its numbers. */
  readonly text: string;
  /** What the formula gives for element i. */
  at(i: number): number;
  /** The formula as an u32 expression of an u32 index expression. */
  emit(index: string, dialect: Dialect): string;
}

/** One kind of formula. `fit` guesses its numbers from a few elements; whether it holds for all is checked by `exactly`. */
export interface Model {
  readonly name: string;
  fit(values: Int32Array): Fitted | undefined;
}

/** Elements that may differ from the formula; each costs a comparison wherever the array is read. */
export const mostExceptions = 2;

/** The formula, corrected by exceptions, when it then gives every single element; undefined otherwise. */
export function exactly(fitted: Fitted, values: Int32Array): Fitted | undefined {
  const exceptions: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (fitted.at(i) === values[i]) continue;
    if (exceptions.length === mostExceptions) return undefined;
    exceptions.push(i);
  }
  // With as many exceptions as regular elements there is no rule.
  if (exceptions.length === 0 || exceptions.length * 8 > values.length)
    return exceptions.length === 0 ? fitted : undefined;
  return {
    text: `${fitted.text}, except ${exceptions.map((i) => `[${i}] = ${values[i]}`).join(', ')}`,
    at: (i) => (exceptions.includes(i) ? values[i] : fitted.at(i)),
    emit: (index, dialect) =>
      exceptions.reduce(
        (otherwise, i) => dialect.select(`(${index}) == ${dialect.u32(i)}`, dialect.u32(values[i]), otherwise),
        fitted.emit(index, dialect),
      ),
  };
}

/** factor * expression + offset in wrapping u32 arithmetic, without the parts that do nothing. */
export function affine(factor: number, expression: string, offset: number, dialect: Dialect): string {
  if (factor === 0) return dialect.u32(offset);
  const operand = /^\w+$/.test(expression) ? expression : `(${expression})`;
  if (factor === 1 && offset === 0) return operand;
  const product = factor === 1 ? operand : `${dialect.u32(factor)} * ${operand}`;
  return offset === 0 ? `(${product})` : `(${product} + ${dialect.u32(offset)})`;
}

/** The same for people. */
export function affineText(factor: number, expression: string, offset: number): string {
  if (factor === 0) return `${offset}`;
  const product = factor === 1 ? expression : `${factor} * ${expression}`;
  return offset === 0 ? product : `${product} + ${offset}`;
}

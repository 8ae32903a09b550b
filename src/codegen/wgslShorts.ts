import type { LoadedValues, Slot, StoredValue, ValueLayout } from './dialect.js';

// Stored values of 16 bits in WGSL, two in a word, so that no device needs `shader-f16`. Padding is told by its bits, since
// devices may flush what `unpack2x16float` gives, or lose the sign of its zero.

/** With pairs of words for elements, four neighbours are one load and one check of its bounds. */
export function shortElementType({ inFours }: ValueLayout): string {
  return inFours ? 'vec2<u32>' : 'u32';
}

/** Loads neighbours. Two or four begin at a whole word; one is cut out of the word that holds it. */
export function loadShorts(
  layout: ValueLayout,
  base: number,
  unit: string,
  count: number,
  { suffix }: Slot,
): LoadedValues {
  const name = `value${suffix}`;
  if (count === 1) return cutOut(layout, [name], [sum(unit, base)]);
  if (layout.inFours) {
    const values = ['x', 'y'].flatMap((component) => halvesOf(layout, `${name}.${component}`));
    return { statements: `let ${name} = values[${sum(unit, base / 4)}];`, values };
  }
  const words = count / 2;
  const names = Array.from({ length: words }, (_, w) => `${name}_${w}`);
  const first = words === 1 ? unit : `${unit} * ${words}u`;
  return {
    statements: names.map((word, w) => `let ${word} = values[${sum(first, base / 2 + w)}];`).join('\n'),
    values: names.flatMap((word) => halvesOf(layout, word)),
  };
}

/** Loads the values that codes stand for. */
export function lookUpShorts(
  layout: ValueLayout,
  base: number,
  codes: readonly string[],
  { suffix }: Slot,
): LoadedValues {
  return cutOut(
    layout,
    codes.map((_, c) => `value${suffix}_${c}`),
    codes.map((code) => sum(code, base)),
  );
}

function cutOut({ type }: ValueLayout, names: readonly string[], places: readonly string[]): LoadedValues {
  const loads = names.map(
    (name, i) =>
      `let ${name}_at = ${places[i]};\nlet ${name} = (values[${name}_at >> 1u] >> ((${name}_at & 1u) * 16u)) & 0xffffu;`,
  );
  const number = (name: string) => (type === 'f16' ? `unpack2x16float(${name}).x` : `bitcast<f32>(${name} << 16u)`);
  return {
    statements: loads.join('\n'),
    values: names.map((name) => ({ number: number(name), isPadding: `(${name} == 0x8000u)` })),
  };
}

/** The two values of a word. */
function halvesOf({ type }: ValueLayout, word: string): StoredValue[] {
  const numbers =
    type === 'f16'
      ? [`unpack2x16float(${word}).x`, `unpack2x16float(${word}).y`]
      : [`bitcast<f32>(${word} << 16u)`, `bitcast<f32>(${word} & 0xffff0000u)`];
  const tests = [`((${word} & 0xffffu) == 0x8000u)`, `((${word} >> 16u) == 0x8000u)`];
  return numbers.map((number, h) => ({ number, isPadding: tests[h] }));
}

function sum(index: string, offset: number): string {
  return offset === 0 ? index : `${index} + ${offset}u`;
}

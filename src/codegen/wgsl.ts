import type { Dialect, StoredValue, ValueLayout } from './dialect.js';
import { loadShorts, lookUpShorts, shortElementType } from './wgslShorts.js';

/** WGSL has no types below 32 bits: bytes and halves are cut out of the word that holds them. */
export const wgsl: Dialect = {
  language: 'wgsl',
  u32: (value) => `${value >>> 0}u`,
  define: (name, value) => `let ${name} = ${value};`,
  min: (a, b) => `min(${a}, ${b})`,
  select: (condition, yes, no) => `select(${no}, ${yes}, ${condition})`,
  load(type, byteOffset, index) {
    const at = (unit: number) => (byteOffset === 0 ? `(${index})` : `(${index} + ${byteOffset / unit}u)`);
    if (type === 'u32') return `indices[${at(4)}]`;
    const perWord = type === 'u16' ? 2 : 4;
    const shift = type === 'u16' ? 1 : 2;
    const bits = 32 / perWord;
    const element = at(4 / perWord);
    return `((indices[${element} >> ${shift}u] >> ((${element} & ${perWord - 1}u) * ${bits}u)) & ${2 ** bits - 1}u)`;
  },
  loadIndices(_, type, byteOffset, unit, count) {
    const index = (c: number) => (count === 1 ? unit : `${unit} * ${count}u + ${c}u`);
    return {
      statements: '',
      elements: Array.from({ length: count }, (_, c) => wgsl.load(type, byteOffset, index(c), 'stream')),
    };
  },
  loadValues(layout, base, unit, count, slot) {
    if (isShort(layout)) return loadShorts(layout, base, unit, count, slot);
    const names = Array.from({ length: count }, (_, c) => `value${slot.suffix}${c}`);
    const index = (c: number) => {
      const offset = base + c;
      const scaled = count === 1 ? unit : `${unit} * ${count}u`;
      return offset === 0 ? scaled : `${scaled} + ${offset}u`;
    };
    return {
      statements: names.map((name, c) => `let ${name} = values[${index(c)}];`).join('\n'),
      values: names.map(storedF32),
    };
  },
  lookUpValues(layout, base, codes, slot) {
    if (isShort(layout)) return lookUpShorts(layout, base, codes, slot);
    const names = codes.map((_code, c) => `value${slot.suffix}${c}`);
    const loads = codes.map((code, c) => `let ${names[c]} = values[${base === 0 ? code : `${code} + ${base}u`}];`);
    return { statements: loads.join('\n'), values: names.map(storedF32) };
  },
  toSum: (dtype, value) => (dtype === 'f16' ? `f32(${value})` : value),
  loadX: (_, columns, _slot, staged) => ({
    statements: '',
    elements: columns.map((column) => `${staged ? 'staged_x' : 'x'}[${column}]`),
  }),
  clampedColumn: (row, offset, cols) =>
    `u32(clamp(i32(${row}) + ${offset < 0 ? `(${offset})` : offset}, 0, ${cols - 1}))`,
  sumType: () => 'f32',
  elementType: (dtype) => dtype,
  valueElementType: (layout) => (isShort(layout) ? shortElementType(layout) : layout.type),
  store(dtype, row, sum, { atomic, atomicKernel }) {
    if (atomic) return `add_to_y(${row}, ${sum});`;
    if (atomicKernel) return `atomicStore(&y[${row}], bitcast<u32>(${sum}));`;
    return `y[${row}] = ${dtype === 'f16' ? `f16(${sum})` : sum};`;
  },
};

function isShort({ type }: ValueLayout): boolean {
  return type === 'f16' || type === 'bf16';
}

function storedF32(name: string): StoredValue {
  return { number: name, isPadding: `(bitcast<u32>(${name}) == 0x80000000u)` };
}

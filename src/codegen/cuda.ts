import type { Dialect, Slot, StoredValue, ValueLayout } from './dialect.js';
import type { NumberType } from './kernelSource.js';

const indexTypeNames = { u8: 'unsigned char', u16: 'unsigned short', u32: 'unsigned int' } as const;
const vectorNames = { u8: 'uchar', u16: 'ushort', u32: 'uint' } as const;
const elementTypes: Readonly<Record<NumberType, string>> = {
  f32: 'float',
  f64: 'double',
  f16: 'unsigned short',
  bf16: 'unsigned short',
};
const elementVectors: Readonly<Record<NumberType, string>> = {
  f32: 'float',
  f64: 'double',
  f16: 'ushort',
  bf16: 'ushort',
};

/** Half precision is kept as bits and converted by PTX, so that no header is needed where NVRTC runs without the toolkit. */
export const cuda: Dialect = {
  language: 'cuda',
  u32: (value) => `${value >>> 0}u`,
  define: (name, value) => `const unsigned int ${name} = ${value};`,
  min: (a, b) => `min(${a}, ${b})`,
  select: (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
  load(type, byteOffset, index, access) {
    const load = access === 'stream' ? '__ldcs' : '__ldg';
    return `(unsigned int)${load}((const ${indexTypeNames[type]}*)${from('indices', byteOffset)} + (${index}))`;
  },
  loadIndices(stem, type, byteOffset, unit, count, slot) {
    const name = `${stem}${slot.suffix}`;
    if (count === 1) {
      const load = cuda.load(type, byteOffset, unit, 'stream');
      return { statements: declared('unsigned int', name, load, slot), elements: [name] };
    }
    const vector = `${vectorNames[type]}${count}`;
    const load = `__ldcs((const ${vector}*)${from('indices', byteOffset)} + ${unit})`;
    return { statements: declared(vector, name, load, slot), elements: components(name, count) };
  },
  loadValues(layout, base, unit, count, slot) {
    const { type } = layout;
    const values = from('values', base);
    const name = `value${slot.suffix}`;
    const loaded = (statements: string, elements: readonly string[]) => ({
      statements,
      values: elements.map((element) => storedValue(layout, element)),
    });
    if (count === 1) return loaded(declared(elementTypes[type], name, `__ldcs(${values} + ${unit})`, slot), [name]);
    if (type === 'f64' && count === 4) {
      // 16 bytes are the widest load: four doubles are two of them.
      const half = (h: number) => `__ldcs((const double2*)${values} + 2u * ${unit} + ${h}u)`;
      return loaded(
        [0, 1].map((h) => declared('double2', `${name}_${h}`, half(h), slot)).join('\n'),
        [0, 1].flatMap((h) => components(`${name}_${h}`, 2)),
      );
    }
    const vector = `${elementVectors[type]}${count}`;
    const load = `__ldcs((const ${vector}*)${values} + ${unit})`;
    return loaded(declared(vector, name, load, slot), components(name, count));
  },
  lookUpValues(layout, base, codes, slot) {
    const names = codes.map((_, c) => `value${slot.suffix}_${c}`);
    const loads = codes.map((code, c) =>
      declared(elementTypes[layout.type], names[c], `__ldg(${from('values', base)} + (${code}))`, slot),
    );
    return { statements: loads.join('\n'), values: names.map((name) => storedValue(layout, name)) };
  },
  toSum: (dtype, value) => (dtype === 'f16' ? `half_to_float(${value})` : value),
  loadX(dtype, columns, slot, staged) {
    const names = columns.map((_, c) => `x${slot.suffix}_${c}`);
    const loads = columns.map((column, c) =>
      declared(elementTypes[dtype], names[c], staged ? `staged_x[${column}]` : `__ldg(x + (${column}))`, slot),
    );
    return { statements: loads.join('\n'), elements: names };
  },
  clampedColumn: (row, offset, cols) =>
    `(unsigned int)min(max((int)${row} + ${offset < 0 ? `(${offset})` : offset}, 0), ${cols - 1})`,
  sumType: (dtype) => (dtype === 'f64' ? 'double' : 'float'),
  elementType: (dtype) => elementTypes[dtype],
  valueElementType: ({ type }) => elementTypes[type],
  store(dtype, row, sum, { atomic }) {
    if (atomic) return `atomicAdd(y + ${row}, ${sum});`;
    return `y[${row}] = ${dtype === 'f16' ? `float_to_half(${sum})` : sum};`;
  },
};

/** A loaded value. 16-bit ones are bits in integer registers: bf16 becomes f32 by a shift, f16 by one conversion. */
function storedValue({ dtype, type }: ValueLayout, value: string): StoredValue {
  if (type === 'f64') {
    return { number: value, isPadding: `__double_as_longlong(${value}) == (long long)0x8000000000000000ull` };
  }
  if (type === 'f32') return { number: value, isPadding: `__float_as_uint(${value}) == 0x80000000u` };
  const float = type === 'f16' ? `half_to_float(${value})` : `__uint_as_float((unsigned int)${value} << 16)`;
  return { number: dtype === 'f64' ? `(double)${float}` : float, isPadding: `${value} == 0x8000` };
}

function from(pointer: string, offset: number): string {
  return offset === 0 ? pointer : `(${pointer} + ${offset}u)`;
}

/** A loaded variable; zero where there is nothing to load. */
function declared(type: string, name: string, load: string, { inRange }: Slot): string {
  return inRange ? `${type} ${name} = {}; if (${inRange}) ${name} = ${load};` : `const ${type} ${name} = ${load};`;
}

function components(name: string, count: number): string[] {
  return ['x', 'y', 'z', 'w'].slice(0, count).map((component) => `${name}.${component}`);
}

import type { Dialect, Loaded } from './dialect.js';
import type { Dtype } from './kernelSource.js';

const indexTypeNames = { u8: 'unsigned char', u16: 'unsigned short', u32: 'unsigned int' } as const;
const vectorNames = { u8: 'uchar', u16: 'ushort', u32: 'uint' } as const;
const elementTypes: Readonly<Record<Dtype, string>> = { f32: 'float', f64: 'double', f16: 'unsigned short' };

/** Half precision is kept as bits and converted by PTX, so that no header is needed where NVRTC runs without the toolkit. */
export const cuda: Dialect = {
  language: 'cuda',
  u32: (value) => `${value >>> 0}u`,
  min: (a, b) => `min(${a}, ${b})`,
  select: (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
  load(type, byteOffset, index, access) {
    const load = access === 'stream' ? '__ldcs' : '__ldg';
    return `(unsigned int)${load}((const ${indexTypeNames[type]}*)${from('indices', byteOffset)} + (${index}))`;
  },
  loadIndices(type, byteOffset, unit, count) {
    if (count === 1) return { statements: '', elements: [cuda.load(type, byteOffset, unit, 'stream')] };
    const vector = `${vectorNames[type]}${count}`;
    return named('packed', vector, `__ldcs((const ${vector}*)${from('indices', byteOffset)} + ${unit})`, count);
  },
  loadValues(dtype, base, unit, count) {
    const values = from('values', base);
    if (count === 1) {
      return { statements: `const ${elementTypes[dtype]} value = __ldcs(${values} + ${unit});`, elements: ['value'] };
    }
    if (dtype === 'f64' && count === 4) {
      // 16 bytes are the widest load: four doubles are two of them.
      return {
        statements: [0, 1]
          .map((h) => `const double2 value${h} = __ldcs((const double2*)${values} + 2u * ${unit} + ${h}u);`)
          .join('\n'),
        elements: ['value0.x', 'value0.y', 'value1.x', 'value1.y'],
      };
    }
    const vector = `${dtype === 'f64' ? 'double' : dtype === 'f32' ? 'float' : 'ushort'}${count}`;
    return named('value', vector, `__ldcs((const ${vector}*)${values} + ${unit})`, count);
  },
  isPadding(dtype, value) {
    if (dtype === 'f16') return `${value} == 0x8000`;
    if (dtype === 'f64') return `__double_as_longlong(${value}) == (long long)0x8000000000000000ull`;
    return `__float_as_uint(${value}) == 0x80000000u`;
  },
  toSum: (dtype, value) => (dtype === 'f16' ? `half_to_float(${value})` : value),
  loadX: (dtype, column) => cuda.toSum(dtype, `__ldg(x + ${column})`),
  clampedColumn: (row, offset, cols) =>
    `(unsigned int)min(max((int)${row} + ${offset < 0 ? `(${offset})` : offset}, 0), ${cols - 1})`,
  sumType: (dtype) => (dtype === 'f64' ? 'double' : 'float'),
  elementType: (dtype) => elementTypes[dtype],
  store(dtype, row, sum, { atomic }) {
    if (atomic) return `atomicAdd(y + ${row}, ${sum});`;
    return `y[${row}] = ${dtype === 'f16' ? `float_to_half(${sum})` : sum};`;
  },
};

function from(pointer: string, offset: number): string {
  return offset === 0 ? pointer : `(${pointer} + ${offset}u)`;
}

function named(name: string, type: string, load: string, count: number): Loaded {
  return {
    statements: `const ${type} ${name} = ${load};`,
    elements: ['x', 'y', 'z', 'w'].slice(0, count).map((component) => `${name}.${component}`),
  };
}

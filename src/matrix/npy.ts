import { AlphaSparseError } from '../errors.js';

/** A NumPy array from an .npy file: its shape, and its elements in C order (text for string types). */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly elements: Float64Array | Float32Array | string;
}

type NumberArray = ArrayLike<number | bigint>;

const readers: Readonly<Record<string, (buffer: ArrayBuffer) => NumberArray>> = {
  f8: (buffer) => new Float64Array(buffer),
  f4: (buffer) => new Float32Array(buffer),
  f2: (buffer) => Float64Array.from(new Uint16Array(buffer), halfToNumber),
  i8: (buffer) => new BigInt64Array(buffer),
  u8: (buffer) => new BigUint64Array(buffer),
  i4: (buffer) => new Int32Array(buffer),
  u4: (buffer) => new Uint32Array(buffer),
  i2: (buffer) => new Int16Array(buffer),
  u2: (buffer) => new Uint16Array(buffer),
  i1: (buffer) => new Int8Array(buffer),
  u1: (buffer) => new Uint8Array(buffer),
  b1: (buffer) => new Uint8Array(buffer),
};

/** Parses an .npy file; `file` names it in messages. Integers become doubles, rounded to nearest past 2^53. */
export function parseNpy(bytes: Uint8Array, file: string): NpyArray {
  const bad = (message: string): never => {
    throw new AlphaSparseError('input', `${file}: ${message}`);
  };
  const latin1 = new TextDecoder('latin1');
  if (bytes.length < 12 || latin1.decode(bytes.subarray(0, 6)) !== '\x93NUMPY') bad('not a NumPy array');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const longHeader = bytes[6] > 1;
  const start = longHeader ? 12 : 10;
  const end = start + (longHeader ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = latin1.decode(bytes.subarray(start, end));
  const type = /'descr'\s*:\s*'([<>|=]?)([a-zA-Z])(\d+)'/.exec(header);
  const shapeText = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(header);
  if (!type || !shapeText || end > bytes.length) return bad('unreadable NumPy header');
  const shape = (shapeText[1].match(/\d+/g) ?? []).map(Number);
  const [, order, kind, sizeText] = type;
  const length = shape.reduce((product, extent) => product * extent, 1);
  const width = Number(sizeText) * (kind === 'U' ? 4 : 1);
  if (bytes.length - end !== length * width) {
    bad(`shape (${shape.join(', ')}) of ${kind}${sizeText} needs ${length * width} bytes, ${bytes.length - end} found`);
  }
  if (kind === 'c') throw new AlphaSparseError('unsupported', `${file}: complex values are not supported`);
  const content = bytes.slice(end);
  if (order === '>' && kind !== 'S') reverseEach(content, kind === 'U' ? 4 : width);
  if (kind === 'S' || kind === 'U') {
    return { shape, elements: latin1.decode(content).replaceAll('\0', '') };
  }
  const reader = readers[kind + sizeText];
  if (!reader) throw new AlphaSparseError('unsupported', `${file}: elements of type ${kind}${sizeText}`);
  const raw = reader(content.buffer);
  const elements = raw instanceof Float64Array || raw instanceof Float32Array ? raw : Float64Array.from(raw, Number);
  const columnMajor = /'fortran_order'\s*:\s*True/.test(header) && shape.length > 1;
  return { shape, elements: columnMajor ? toRowMajor(elements, shape) : elements };
}

/** Writes a one-dimensional array, or a string as NumPy's zero-dimensional bytes. Little-endian machines assumed. */
export function formatNpy(array: Float64Array | Float32Array | Int32Array | string): Uint8Array {
  const text = typeof array === 'string';
  const content = text
    ? new TextEncoder().encode(array)
    : new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const type = text ? `|S${content.length}` : `<${array instanceof Int32Array ? 'i' : 'f'}${array.BYTES_PER_ELEMENT}`;
  const shape = text ? '()' : `(${array.length},)`;
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  // The header is padded so that the elements start at a multiple of 64 bytes.
  const headerLength = Math.ceil((10 + header.length + 1) / 64) * 64 - 10;
  const bytes = new Uint8Array(10 + headerLength + content.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, headerLength & 255, headerLength >> 8]);
  bytes.set(new TextEncoder().encode(`${header.padEnd(headerLength - 1)}\n`), 10);
  bytes.set(content, 10 + headerLength);
  return bytes;
}

function reverseEach(bytes: Uint8Array, width: number): void {
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}

function toRowMajor(elements: Float64Array | Float32Array, shape: readonly number[]) {
  const result = elements.slice();
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, extent) => product * extent, 1));
  const position = shape.map(() => 0);
  for (let i = 0; i < result.length; i++) {
    result[i] = elements[position.reduce((sum, p, axis) => sum + p * strides[axis], 0)];
    for (let axis = shape.length - 1; axis >= 0 && ++position[axis] === shape[axis]; axis--) position[axis] = 0;
  }
  return result;
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

import { unzipSync, zipSync } from 'fflate';
import { AlphaSparseError, messageOf } from '../errors.js';
import { fromCoo } from './coo.js';
import type { CsrMatrix, Values } from './csrMatrix.js';
import { checkExpansion } from './expansion.js';
import { formatNpy, type NpyArray, parseNpy } from './npy.js';

/** Arrays that SciPy's formats use; anything else in the archive is left alone. */
const known = ['format', 'shape', 'data', 'indices', 'indptr', 'row', 'col', 'coords', 'offsets'];
const maxCount = 2 ** 31 - 1;

/** Numeric arrays of an archive, by name. */
type Arrays = (name: string) => { shape: readonly number[]; elements: Values };

/** Coordinates and values before they become a CSR matrix. */
interface Entries {
  readonly rows: ArrayLike<number>;
  readonly cols: ArrayLike<number>;
  readonly values: Values;
}

/**
 * Reads a sparse matrix saved by SciPy's `save_npz`: csr, csc, coo, bsr or dia. Zeros that dia pads with are dropped,
 * as SciPy does; others stay. Throws 'unsupported' for complex values, 'input' for anything that is no such archive.
 */
export function readNpz(bytes: Uint8Array, file: string, name = file): CsrMatrix {
  const members = unpack(bytes, file);
  const bad = (message: string): never => {
    throw new AlphaSparseError('input', `${file}: ${message}`);
  };
  const parse = (member: string): NpyArray => {
    const content = members.get(member) ?? bad(`no array '${member}': not a matrix saved by scipy.sparse.save_npz`);
    return parseNpy(content, `${file}(${member})`);
  };
  const arrays: Arrays = (member) => {
    const { shape, elements } = parse(member);
    return typeof elements === 'string' ? bad(`array '${member}' holds text`) : { shape, elements };
  };
  const format = parse('format').elements;
  const [rows, cols, more] = arrays('shape').elements;
  if (!isCount(rows) || !isCount(cols) || more !== undefined) bad(`shape (${arrays('shape').elements.join(', ')})`);
  const entries = convert(String(format), rows, cols, arrays, members.has('coords'), bad);
  const index = (source: ArrayLike<number>, limit: number) => {
    const result = new Int32Array(source.length);
    for (let i = 0; i < source.length; i++) {
      if (!(source[i] >= 0 && source[i] < limit && Number.isInteger(source[i])))
        bad(`entry ${i} has index ${source[i]} outside 0..${limit - 1}`);
      result[i] = source[i];
    }
    return result;
  };
  const { values } = entries;
  return fromCoo({
    name,
    rows,
    cols,
    rowIndices: index(entries.rows, rows),
    colIndices: index(entries.cols, cols),
    values,
  });
}

/** The matrix as an archive that `scipy.sparse.load_npz` opens. */
export function formatNpz({ rows, cols, indptr, indices, data }: CsrMatrix): Uint8Array {
  return zipSync({
    'indices.npy': formatNpy(indices),
    'indptr.npy': formatNpy(indptr),
    'format.npy': formatNpy('csr'),
    'shape.npy': formatNpy(Int32Array.of(rows, cols)),
    'data.npy': formatNpy(data),
  });
}

function unpack(bytes: Uint8Array, file: string): Map<string, Uint8Array> {
  let expanded = 0;
  try {
    const files = unzipSync(bytes, {
      filter: (member) => {
        if (!known.includes(member.name.replace(/\.npy$/, ''))) return false;
        // What deflate can reach at most; a larger claim is false, and fflate would allocate it.
        if (member.originalSize > 1032 * member.size + 1032) throw new Error(`impossible size of ${member.name}`);
        expanded += member.originalSize;
        checkExpansion(file, bytes.length, expanded);
        return true;
      },
    });
    return new Map(Object.entries(files).map(([path, content]) => [path.replace(/\.npy$/, ''), content]));
  } catch (error) {
    if (error instanceof AlphaSparseError) throw error;
    throw new AlphaSparseError('input', `${file}: damaged or truncated zip archive: ${messageOf(error)}`);
  }
}

function convert(
  format: string,
  rows: number,
  cols: number,
  arrays: Arrays,
  hasCoords: boolean,
  bad: (message: string) => never,
): Entries {
  const data = arrays('data');
  const values = data.elements;
  const same = (array: ArrayLike<number>, count: number, what: string) => {
    if (array.length !== count) bad(`${what} has ${array.length} elements, ${count} needed`);
  };
  if (format === 'coo') {
    let row: Values;
    let col: Values;
    if (hasCoords) {
      const coords = arrays('coords');
      if (coords.shape[0] !== 2) bad(`coords of ${coords.shape[0]} dimensions`);
      row = coords.elements.subarray(0, coords.shape[1]);
      col = coords.elements.subarray(coords.shape[1]);
    } else {
      row = arrays('row').elements;
      col = arrays('col').elements;
    }
    same(row, values.length, 'row');
    same(col, values.length, 'col');
    return { rows: row, cols: col, values };
  }
  if (format === 'csr' || format === 'csc') {
    const minor = arrays('indices').elements;
    const major = expandPointers(arrays('indptr').elements, format === 'csr' ? rows : cols, minor.length, bad);
    same(values, minor.length, 'data');
    return format === 'csr' ? { rows: major, cols: minor, values } : { rows: minor, cols: major, values };
  }
  if (format === 'bsr') {
    const [blocks, height, width] = data.shape;
    if (data.shape.length !== 3 || rows % height !== 0 || cols % width !== 0) bad('data does not hold blocks');
    const blockCols = arrays('indices').elements;
    same(blockCols, blocks, 'indices');
    const blockRows = expandPointers(arrays('indptr').elements, rows / height, blocks, bad);
    const place = (i: number) => ({ block: Math.floor(i / (height * width)), inner: i % (height * width) });
    return {
      rows: Float64Array.from(
        values,
        (_, i) => blockRows[place(i).block] * height + Math.floor(place(i).inner / width),
      ),
      cols: Float64Array.from(values, (_, i) => blockCols[place(i).block] * width + (place(i).inner % width)),
      values,
    };
  }
  if (format === 'dia') return fromDiagonals(rows, cols, data, arrays('offsets').elements, bad);
  return bad(`sparse format '${format}'; known: csr, csc, coo, bsr, dia`);
}

/** Column j of row k of `data` is the matrix's entry (j - offsets[k], j). */
function fromDiagonals(
  rows: number,
  cols: number,
  data: { shape: readonly number[]; elements: Values },
  offsets: Values,
  bad: (message: string) => never,
): Entries {
  const [diagonals, length] = data.shape;
  if (data.shape.length !== 2 || diagonals !== offsets.length) bad('data and offsets of a dia matrix do not match');
  const places: number[] = [];
  for (let i = 0; i < data.elements.length; i++) {
    const col = i % length;
    const row = col - offsets[Math.floor(i / length)];
    if (col < cols && row >= 0 && row < rows && data.elements[i] !== 0) places.push(i);
  }
  return {
    rows: places.map((i) => (i % length) - offsets[Math.floor(i / length)]),
    cols: places.map((i) => i % length),
    values: Float64Array.from(places, (i) => data.elements[i]),
  };
}

/** The major index of each entry, from compressed pointers. */
function expandPointers(
  pointers: Values,
  count: number,
  entries: number,
  bad: (message: string) => never,
): Float64Array {
  if (pointers.length !== count + 1 || pointers[0] !== 0 || pointers[count] !== entries) {
    bad(`indptr of ${pointers.length} elements does not divide ${entries} entries among ${count} rows or columns`);
  }
  const major = new Float64Array(entries);
  for (let i = 0; i < count; i++) {
    if (!(pointers[i + 1] >= pointers[i])) bad(`indptr decreases at ${i}`);
    major.fill(i, pointers[i], pointers[i + 1]);
  }
  return major;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxCount;
}

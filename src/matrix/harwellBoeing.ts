import { AlphaSparseError } from '../errors.js';
import { fromSegments, type Mirror } from './coo.js';
import type { CsrMatrix } from './csrMatrix.js';
import { type FieldLayout, parseField, parseFormat } from './fortranFormat.js';
import { textLines } from './lines.js';

const mirrors: Readonly<Record<string, Mirror>> = { u: 'none', r: 'none', s: 'same', z: 'negated' };
const maxCount = 2 ** 31 - 1;

/** The lines of a file with their numbers, and errors that name them. */
interface LineSource {
  readonly file: string;
  number: number;
  next(): Promise<string>;
}

/**
 * Reads an assembled Harwell-Boeing or Rutherford-Boeing matrix: real, integer or pattern; unsymmetric, rectangular,
 * symmetric or skew-symmetric (both expanded). Right-hand sides are ignored. Throws 'unsupported' for complex values
 * and for unassembled elements, 'input' with file and line for a malformed file.
 */
export async function readHarwellBoeing(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  name = file,
): Promise<CsrMatrix> {
  const iterator = textLines(chunks, file);
  const source: LineSource = {
    file,
    number: 0,
    async next() {
      const line = await iterator.next();
      if (line.done) throw new AlphaSparseError('input', `${file}: truncated: ends after line ${source.number}`);
      source.number++;
      return line.value;
    },
  };
  const header = await readHeader(source);
  const { rows, cols, stored, mirror } = header;
  const pointers = await readIntegers(source, cols + 1, header.pointers, 1, stored + 1, 'column pointer');
  const rowIndices = await readIntegers(source, stored, header.indices, 1, rows, 'row index');
  const values = header.values && (await readReals(source, stored, header.values));
  const colIndices = new Int32Array(stored);
  if (pointers[0] !== 1 || pointers[cols] !== stored + 1) {
    throw new AlphaSparseError(
      'input',
      `${file}: column pointers run from ${pointers[0]} to ${pointers[cols]}, not from 1 to ${stored + 1}`,
    );
  }
  for (let col = 0; col < cols; col++) {
    if (pointers[col + 1] < pointers[col]) {
      throw new AlphaSparseError('input', `${file}: column pointers decrease at column ${col + 1}`);
    }
    colIndices.fill(col, pointers[col] - 1, pointers[col + 1] - 1);
  }
  for (let i = 0; i < stored; i++) {
    rowIndices[i]--;
    if (mirror === 'negated' && rowIndices[i] === colIndices[i] && values && values[i] !== 0) {
      throw new AlphaSparseError(
        'input',
        `${file}: skew-symmetric, but its diagonal is not 0 in row ${rowIndices[i] + 1}`,
      );
    }
  }
  const segment = { rows: rowIndices, cols: colIndices, values, length: stored };
  return fromSegments(name, rows, cols, [segment], mirror);
}

/** Four fixed-width lines, and a fifth where right-hand sides follow. */
async function readHeader(source: LineSource) {
  await source.next();
  const counts = await source.next();
  const hasRightHandSide = Number(counts.slice(56, 70)) > 0;
  const shape = await source.next();
  const type = shape.slice(0, 3).toLowerCase();
  const [field, symmetry, assembly] = type;
  const refuse = (what: string): never => {
    throw new AlphaSparseError('unsupported', `${source.file}:${source.number}: type ${type.toUpperCase()}: ${what}`);
  };
  if (field === 'c' || symmetry === 'h') refuse('complex values are not supported');
  if (assembly === 'e') refuse('unassembled finite elements are not supported');
  if (!'ripqx'.includes(field) || !Object.hasOwn(mirrors, symmetry) || assembly !== 'a') {
    failLine(source, `'${type}' is not a matrix type such as RUA or RSA`);
  }
  const count = (place: number, what: string) => {
    const text = shape.slice(14 + 14 * place, 28 + 14 * place).trim();
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > maxCount) failLine(source, `'${text}' is not a number of ${what} below 2^31`);
    return value;
  };
  const [rows, cols, stored] = [count(0, 'rows'), count(1, 'columns'), count(2, 'entries')];
  const mirror = mirrors[symmetry];
  if (mirror !== 'none' && rows !== cols) failLine(source, `a ${rows} x ${cols} matrix cannot be symmetric`);
  const formats = await source.next();
  const layout = (start: number, end: number) =>
    parseFormat(formats.slice(start, end)) ??
    failLine(source, `'${formats.slice(start, end).trim()}' is not a Fortran format such as (16I5) or (3D24.15)`);
  const withValues = field === 'r' || field === 'i';
  const header = {
    rows,
    cols,
    stored,
    mirror,
    pointers: layout(0, 16),
    indices: layout(16, 32),
    values: withValues ? layout(32, 52) : undefined,
  };
  if (hasRightHandSide) await source.next();
  return header;
}

async function readIntegers(
  source: LineSource,
  count: number,
  layout: FieldLayout,
  min: number,
  max: number,
  what: string,
): Promise<Int32Array> {
  const check = (value: number, field: string) => {
    if (!Number.isInteger(value)) failLine(source, `'${field.trim()}' is not a ${what}`);
    if (value < min || value > max) failLine(source, `${what} ${value} outside ${min}..${max}`);
  };
  return Int32Array.from(await readFields(source, count, layout, check));
}

async function readReals(source: LineSource, count: number, layout: FieldLayout): Promise<Float64Array> {
  const check = (value: number, field: string) => {
    if (Number.isNaN(value) && !/nan/i.test(field)) failLine(source, `'${field.trim()}' is not a number`);
  };
  return readFields(source, count, layout, check);
}

/** Reads `count` fields. The result grows with what is found, so a declared count alone takes no memory. */
async function readFields(
  source: LineSource,
  count: number,
  { perLine, width }: FieldLayout,
  check: (value: number, field: string) => void,
): Promise<Float64Array> {
  let fields = new Float64Array(Math.min(count, 4096));
  let found = 0;
  while (found < count) {
    const line = await source.next();
    const here = Math.min(perLine, count - found);
    for (let i = 0; i < here; i++) {
      const field = line.slice(i * width, (i + 1) * width);
      const value = parseField(field);
      check(value, field);
      if (found === fields.length) {
        const grown = new Float64Array(Math.min(count, 2 * found));
        grown.set(fields);
        fields = grown;
      }
      fields[found++] = value;
    }
  }
  return fields;
}

function failLine(source: LineSource, message: string): never {
  throw new AlphaSparseError('input', `${source.file}:${source.number}: ${message}`);
}

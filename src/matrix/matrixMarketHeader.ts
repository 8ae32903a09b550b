import { AlphaSparseError } from '../errors.js';
import type { Mirror } from './coo.js';
import { type Cursor, endLine, fail, lineText, nextLine, readIndex, skipBlanks } from './scanner.js';

/** What the banner line says. */
export interface Banner {
  readonly format: 'coordinate' | 'array';
  readonly pattern: boolean;
  readonly mirror: Mirror;
}

/** What the size line says. For the array format `stored` counts the values that follow. */
export interface Size {
  readonly rows: number;
  readonly cols: number;
  readonly stored: number;
}

const mirrors: Readonly<Record<string, Mirror>> = { general: 'none', symmetric: 'same', 'skew-symmetric': 'negated' };
const realFields = ['real', 'double', 'integer', 'unsigned-integer'];
const maxCount = 2 ** 31 - 1;

/**
 * Reads the banner, which must be the first line that is not blank. Words are case-insensitive, with any blanks
 * between. Complex and Hermitian matrices throw 'unsupported'. Returns undefined when the piece holds only blank lines.
 */
export function readBanner(cursor: Cursor): Banner | undefined {
  if (!skipBlankLines(cursor, false)) return undefined;
  const words = wholeLine(cursor).trim().toLowerCase().split(/\s+/);
  if (words[0] !== '%%matrixmarket') {
    fail(cursor, `no %%MatrixMarket line: the file starts with '${lineText(cursor)}'`, formatHint);
  }
  const [, object, format, field, symmetry] = words;
  const bad = (what: string, word: string | undefined, known: string) =>
    fail(cursor, `banner names the ${what} '${word ?? ''}'; known: ${known}`);
  if (words.length > 5) fail(cursor, `banner has ${words.length} words, five needed: '${lineText(cursor)}'`);
  if (object !== 'matrix') bad('object', object, 'matrix');
  if (format !== 'coordinate' && format !== 'array') return bad('format', format, 'coordinate, array');
  if (field === 'complex' || symmetry === 'hermitian') {
    throw new AlphaSparseError(
      'unsupported',
      `${cursor.file}:${cursor.line}: ${field} ${symmetry} matrix: complex values are not supported`,
      'Split it into its real and imaginary parts and read these.',
    );
  }
  const pattern = field === 'pattern';
  if (!pattern && !realFields.includes(field)) bad('field', field, `${realFields.join(', ')}, pattern`);
  const mirror = mirrors[symmetry];
  if (!Object.hasOwn(mirrors, symmetry)) bad('symmetry', symmetry, Object.keys(mirrors).join(', '));
  if (pattern && format === 'array') fail(cursor, 'an array matrix cannot have the field pattern');
  if (pattern && mirror === 'negated') fail(cursor, 'a pattern matrix cannot be skew-symmetric');
  nextLine(cursor);
  return { format, pattern, mirror };
}

const formatHint =
  'Readable: Matrix Market, its SuiteSparse archives, Harwell-Boeing, Rutherford-Boeing, SciPy .npz, .smtx.';

/** Reads the size line past comments and blank lines. Returns undefined when the piece ends before it. */
export function readSize(cursor: Cursor, banner: Banner): Size | undefined {
  if (!skipBlankLines(cursor, true)) return undefined;
  const coordinate = banner.format === 'coordinate';
  const needed = coordinate ? 'three numbers: rows, columns, entries' : 'two numbers: rows, columns';
  const next = () => {
    const value = skipBlanks(cursor) === 10 ? -1 : readIndex(cursor);
    return value >= 0 ? value : fail(cursor, `size line '${lineText(cursor)}' needs ${needed}`);
  };
  const rows = next();
  const cols = next();
  let stored = coordinate ? next() : 0;
  for (const [what, value] of [['entries', stored] as const, ['rows', rows] as const, ['columns', cols] as const]) {
    if (value > maxCount) fail(cursor, `${value} ${what} declared, more than the ${maxCount} that an index can hold`);
  }
  if (banner.mirror !== 'none' && rows !== cols) fail(cursor, `a ${rows} x ${cols} matrix cannot be symmetric`);
  if (!coordinate) {
    stored = rows * cols;
    if (banner.mirror === 'same') stored = (rows * (rows + 1)) / 2;
    if (banner.mirror === 'negated') stored = (rows * (rows - 1)) / 2;
    if (stored > maxCount) fail(cursor, `${rows} x ${cols} values declared, more than ${maxCount}`);
  }
  endLine(cursor, `a size line, which has ${needed}`);
  return { rows, cols, stored };
}

/** Moves to the next line that is not blank (nor, on request, a comment). False at the end of the piece. */
export function skipBlankLines(cursor: Cursor, comments: boolean): boolean {
  while (cursor.at < cursor.bytes.length) {
    const byte = skipBlanks(cursor);
    if (byte !== 10 && !(comments && byte === 37)) return true;
    nextLine(cursor);
  }
  return false;
}

function wholeLine({ bytes, at }: Cursor): string {
  return new TextDecoder('latin1').decode(bytes.subarray(at, bytes.indexOf(10, at)));
}

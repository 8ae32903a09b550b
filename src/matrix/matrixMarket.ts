import { AlphaSparseError } from '../errors.js';
import { type CooSegment, fromSegments, type Mirror } from './coo.js';
import type { CsrMatrix } from './csrMatrix.js';
import { type EntryList, entryList, pushSegment } from './entryList.js';
import { wholeLines } from './lines.js';
import { type Banner, readBanner, readSize, type Size, skipBlankLines } from './matrixMarketHeader.js';
import { type Cursor, endLine, fail, lineText, readIndex, readNumber } from './scanner.js';

/**
 * Reads a Matrix Market file from its (uncompressed) bytes; `file` names it in messages. Symmetric and skew-symmetric
 * matrices are expanded and duplicates summed. Zeros that a coordinate file stores stay entries; in an array file they
 * are no entries. Integers beyond 2^53 round to the nearest double; `nan` and `inf` are values.
 *
 * Throws 'input' with file and line for a malformed file, 'unsupported' for complex values. Memory follows the entries
 * found, never the counts declared.
 */
export async function readMatrixMarket(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  name = file,
): Promise<CsrMatrix> {
  const cursor: Cursor = { file, bytes: new Uint8Array(0), at: 0, line: 1 };
  let banner: Banner | undefined;
  let size: Size | undefined;
  let entries: EntryList | undefined;
  for await (const piece of wholeLines(chunks, file)) {
    cursor.bytes = piece;
    cursor.at = 0;
    banner ??= readBanner(cursor);
    if (banner && !size) {
      size = readSize(cursor, banner);
      if (size) entries = entryList(size.stored, !banner.pattern);
    }
    if (!banner || !size || !entries) continue;
    if (banner.format === 'array') readArray(cursor, size, banner.mirror, entries);
    else readCoordinates(cursor, size, banner, entries);
  }
  if (!banner) throw new AlphaSparseError('input', `${file}: empty, no %%MatrixMarket line`);
  if (!size || !entries) throw new AlphaSparseError('input', `${file}: ends before the size line`);
  if (entries.found < size.stored) {
    throw new AlphaSparseError(
      'input',
      `${file}: truncated: the size line declares ${size.stored} entries, but the file holds ${entries.found}`,
    );
  }
  return fromSegments(name, size.rows, size.cols, entries.segments, banner.mirror);
}

function readCoordinates(cursor: Cursor, size: Size, banner: Banner, entries: EntryList): void {
  const { rows, cols, stored } = size;
  const expected = banner.pattern ? 'row, column (a pattern has no values)' : 'row, column, value';
  const symmetric = banner.mirror !== 'none';
  let segment: CooSegment | undefined = entries.segments.at(-1);
  while (skipBlankLines(cursor, true)) {
    if (entries.found === stored) fail(cursor, `more entries than the ${stored} that the size line declares`);
    const row = readIndex(cursor);
    const col = readIndex(cursor);
    if (row < 1 || row > rows || col < 1 || col > cols) failIndices(cursor, row, col, size);
    if (!segment || segment.length === segment.rows.length) segment = pushSegment(entries);
    const at = segment.length;
    segment.rows[at] = row - 1;
    segment.cols[at] = col - 1;
    if (segment.values) {
      const value = readNumber(cursor);
      segment.values[at] = value;
      if (row === col && banner.mirror === 'negated' && value !== 0) {
        fail(cursor, `diagonal entry (${row}, ${col}) of a skew-symmetric matrix is ${value}, not 0`);
      }
    }
    if (symmetric && row !== col) noteTriangle(cursor, row > col, entries);
    endLine(cursor, expected);
    segment.length++;
    entries.found++;
  }
}

/** One value a line, columns first; of a symmetric matrix only the lower triangle. */
function readArray(cursor: Cursor, size: Size, mirror: Mirror, entries: EntryList): void {
  const { rows, stored } = size;
  const first = (col: number) => (mirror === 'none' ? 0 : mirror === 'same' ? col : col + 1);
  const place = entries.place;
  while (skipBlankLines(cursor, true)) {
    if (entries.found === stored) fail(cursor, `more values than the ${stored} that the size line calls for`);
    const value = readNumber(cursor);
    endLine(cursor, 'the one value of a line of the array format');
    if (entries.found === 0) place.row = first(0);
    if (value !== 0) {
      let segment = entries.segments.at(-1);
      if (!segment || segment.length === segment.rows.length) segment = pushSegment(entries);
      segment.rows[segment.length] = place.row;
      segment.cols[segment.length] = place.col;
      segment.values![segment.length++] = value;
    }
    entries.found++;
    if (++place.row === rows) place.row = first(++place.col);
  }
}

/** Writers disagree on which triangle to store, so either is taken; both would silently double the matrix. */
function noteTriangle(cursor: Cursor, lower: boolean, entries: EntryList): void {
  entries.triangle ??= lower;
  if (entries.triangle === lower) return;
  fail(cursor, `'${lineText(cursor)}': a symmetric file must hold one triangle, this one has entries on both sides`);
}

function failIndices(cursor: Cursor, row: number, col: number, { rows, cols }: Size): never {
  const text = `'${lineText(cursor)}'`;
  if (row < 0 || col < 0) fail(cursor, `${text} does not start with two indices`);
  const hint =
    row === 0 || col === 0 ? 'Matrix Market counts rows and columns from 1.' : 'Is the size line of the file right?';
  if (row < 1 || row > rows) fail(cursor, `${text}: row ${row} outside 1..${rows}`, hint);
  return fail(cursor, `${text}: column ${col} outside 1..${cols}`, hint);
}

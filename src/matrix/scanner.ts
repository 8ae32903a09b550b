import { AlphaSparseError } from '../errors.js';
import { exactPowers, roundDecimal, textBetween } from './decimal.js';

/** A place in a piece of text that ends with a newline (see `wholeLines`). */
export interface Cursor {
  readonly file: string;
  bytes: Uint8Array;
  at: number;
  /** Number of the line that `at` is on, from 1. */
  line: number;
}

const newline = 10;

/** Throws 'input' with the cursor's file and line. */
export function fail(cursor: Cursor, message: string, hint?: string): never {
  throw new AlphaSparseError('input', `${cursor.file}:${cursor.line}: ${message}`, hint);
}

/** Moves past blanks, tabs and carriage returns. Returns the byte there; a newline at the end of the line. */
export function skipBlanks(cursor: Cursor): number {
  const { bytes } = cursor;
  let at = cursor.at;
  while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 13) at++;
  cursor.at = at;
  return bytes[at];
}

/** Moves to the start of the next line. */
export function nextLine(cursor: Cursor): void {
  cursor.at = cursor.bytes.indexOf(newline, cursor.at) + 1;
  cursor.line++;
}

/** Reads a whole number of digits only, below 2^53. Returns -1 where there is none. */
export function readIndex(cursor: Cursor): number {
  skipBlanks(cursor);
  const { bytes } = cursor;
  const start = cursor.at;
  let at = start;
  let value = 0;
  for (let digit = bytes[at] - 48; digit >= 0 && digit <= 9; digit = bytes[++at] - 48) value = value * 10 + digit;
  if (at === start || bytes[at] > 32) return -1;
  cursor.at = at;
  return value;
}

/**
 * Reads a decimal number, rounded to the nearest double: `1`, `-.5`, `12.`, `1e-3`, Fortran's `1.25D+02`, and the
 * words nan, inf and infinity in any case. Throws 'input' for anything else.
 */
export function readNumber(cursor: Cursor): number {
  skipBlanks(cursor);
  const { bytes } = cursor;
  const start = cursor.at;
  let at = start;
  const negative = bytes[at] === 45;
  if (negative || bytes[at] === 43) at++;

  // Digits go into a double, exact as long as the result stays below 2^53.
  let mantissa = 0;
  let digits = 0;
  let digit = bytes[at] - 48;
  for (; digit >= 0 && digit <= 9; digit = bytes[++at] - 48, digits++) mantissa = mantissa * 10 + digit;
  let exponent = 0;
  if (bytes[at] === 46) {
    const point = ++at;
    for (digit = bytes[at] - 48; digit >= 0 && digit <= 9; digit = bytes[++at] - 48, digits++) {
      mantissa = mantissa * 10 + digit;
    }
    exponent = point - at;
  }
  const letter = bytes[at] | 32;
  if (digits > 0 && (letter === 101 || letter === 100)) {
    at++;
    const negativeExponent = bytes[at] === 45;
    if (negativeExponent || bytes[at] === 43) at++;
    let power = 0;
    const first = at;
    for (digit = bytes[at] - 48; digit >= 0 && digit <= 9; digit = bytes[++at] - 48) power = power * 10 + digit;
    if (at === first) return badNumber(cursor);
    exponent += negativeExponent ? -power : power;
  }
  if (digits === 0 || bytes[at] > 32) return readWord(cursor);
  cursor.at = at;

  // Both operands exact, so the one rounding of the product or quotient is the right one.
  if (mantissa < 9007199254740992 && exponent >= -22 && exponent <= 22) {
    const value = exponent < 0 ? mantissa / exactPowers[-exponent] : mantissa * exactPowers[exponent];
    return negative ? -value : value;
  }
  return roundDecimal(bytes, start, at, exponent);
}

/** Requires the end of the line and moves past it. */
export function endLine(cursor: Cursor, expected: string): void {
  if (skipBlanks(cursor) !== newline) fail(cursor, `'${lineText(cursor)}' has more fields than ${expected}`);
  cursor.at++;
  cursor.line++;
}

/** The line that the cursor is on, shortened for messages. */
export function lineText(cursor: Cursor): string {
  const { bytes, at } = cursor;
  const start = at === 0 ? 0 : bytes.lastIndexOf(newline, at - 1) + 1;
  const text = textBetween(bytes, start, Math.min(bytes.indexOf(newline, at), start + 80)).trim();
  return text.replace(/[^\x20-\x7e]/g, '?');
}

function readWord(cursor: Cursor): number {
  const { bytes, at: start } = cursor;
  let at = start;
  while (bytes[at] > 32) at++;
  const word = textBetween(bytes, start, Math.min(at, start + 16)).toLowerCase();
  cursor.at = at;
  if (/^[+-]?nan$/.test(word)) return Number.NaN;
  if (/^[+-]?inf(inity)?$/.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  cursor.at = start;
  return badNumber(cursor);
}

function badNumber(cursor: Cursor): never {
  return fail(cursor, `'${lineText(cursor)}' does not hold a number where one is needed`);
}

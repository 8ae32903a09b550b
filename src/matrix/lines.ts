import { AlphaSparseError } from '../errors.js';

/** No line of a matrix file in use comes near this length; a longer one is another kind of file. */
const maxLineBytes = 1 << 20;

const newline = 10;

/**
 * Cuts a byte stream into pieces that each hold whole lines and end with a newline, so that a scanner needs neither
 * bounds checks nor state between pieces. Adds the final newline where it is missing. Copies only lines that straddle
 * two chunks. A piece is valid until the next one is asked for.
 */
export async function* wholeLines(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  let first = true;
  for await (let chunk of chunks) {
    if (first && chunk.length > 0) {
      first = false;
      if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) chunk = chunk.subarray(3);
    }
    const firstEnd = chunk.indexOf(newline) + 1;
    if (firstEnd === 0) {
      rest = concat(rest, chunk);
      if (rest.length > maxLineBytes) {
        throw new AlphaSparseError(
          'input',
          `${file}: a line longer than ${maxLineBytes} bytes: not a text matrix file`,
        );
      }
      continue;
    }
    let begin = 0;
    if (rest.length > 0) {
      yield concat(rest, chunk.subarray(0, firstEnd));
      begin = firstEnd;
    }
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > begin) yield chunk.subarray(begin, end);
    rest = chunk.slice(end);
  }
  if (rest.length > 0) yield concat(rest, Uint8Array.of(newline));
}

/** Both arrays in one. */
export function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** The text of each line, without its line end. For formats read a line at a time. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('latin1');
  for await (const piece of wholeLines(chunks, file)) {
    const lines = decoder.decode(piece).split('\n');
    for (let i = 0; i < lines.length - 1; i++) yield lines[i].endsWith('\r') ? lines[i].slice(0, -1) : lines[i];
  }
}

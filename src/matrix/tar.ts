import { AlphaSparseError } from '../errors.js';
import { concat } from './lines.js';

/** A file in an archive. Its bytes must be read, if at all, before the next member is asked for. */
export interface TarMember {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const block = 512;

/** Walks the regular files of a ustar stream, in order. Throws 'input' when it is damaged or ends early. */
export async function* tarMembers(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<TarMember> {
  const source = blockReader(chunks, file);
  for (;;) {
    const header = await source.take(block);
    if (!header || header.every((byte) => byte === 0)) return;
    const text = (start: number, length: number) =>
      new TextDecoder('latin1').decode(header.subarray(start, start + length)).split('\0')[0];
    checkHeader(header, text(148, 8), file);
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (!(size >= 0)) throw new AlphaSparseError('input', `${file}: tar member '${text(0, 100)}' has no readable size`);
    const prefix = text(345, 155);
    const path = (prefix ? `${prefix}/` : '') + text(0, 100);
    let left = size;
    async function* body() {
      while (left > 0) {
        const part = await source.some(left);
        left -= part.length;
        yield part;
      }
    }
    const regular = header[156] === 48 || header[156] === 0;
    if (regular) yield { path, bytes: body() };
    while (left > 0) left -= (await source.some(left)).length;
    await source.skip((block - (size % block)) % block);
  }
}

/** A header's checksum is the sum of its bytes, with the checksum's own eight as blanks. */
function checkHeader(header: Uint8Array, stored: string, file: string): void {
  let sum = 0;
  for (let i = 0; i < block; i++) sum += i >= 148 && i < 156 ? 32 : header[i];
  if (Number.parseInt(stored.trim(), 8) !== sum) {
    throw new AlphaSparseError('input', `${file}: damaged tar archive: a header's checksum is wrong`);
  }
}

function blockReader(chunks: AsyncIterable<Uint8Array>, file: string) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  const refill = async () => {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  };
  /** Between one and `most` bytes. */
  const some = async (most: number): Promise<Uint8Array> => {
    if (!(await refill())) throw new AlphaSparseError('input', `${file}: truncated: the tar archive ends early`);
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  };
  return {
    some,
    /** Exactly `count` bytes, or undefined at the end of the stream. */
    async take(count: number): Promise<Uint8Array | undefined> {
      if (!(await refill())) return undefined;
      let taken: Uint8Array = new Uint8Array(0);
      while (taken.length < count) taken = concat(taken, await some(count - taken.length));
      return taken;
    },
    async skip(count: number): Promise<void> {
      let left = count;
      while (left > 0) left -= (await some(left)).length;
    },
  };
}

import { type IndexType, indexBytes, indexTypes } from './dialect.js';
import type { ArrayInfo } from './kernelSource.js';

const alignment = 16;

/** Packs index arrays of different types one after another into 32-bit words, and keeps the table of what lies where. */
export class IndexPacker {
  private readonly chunks: { offset: number; bytes: Uint8Array }[] = [];
  private size = 0;
  readonly table: ArrayInfo[] = [];

  /** Stores an array; returns its offset in bytes. */
  store(name: string, values: Int32Array, type: IndexType): number {
    const stored = type === 'u8' ? Uint8Array.from(values) : type === 'u16' ? Uint16Array.from(values) : values;
    const bytes = new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
    const offset = this.size;
    this.chunks.push({ offset, bytes });
    this.size = Math.ceil((offset + bytes.length) / alignment) * alignment;
    this.table.push({
      name,
      length: values.length,
      form: type,
      byteOffset: offset,
      bytes: bytes.length,
      plainBytes: values.length * 4,
    });
    return offset;
  }

  /** Notes an array that a model replaces. */
  modelled(name: string, length: number, text: string): void {
    this.table.push({ name, length, form: text, byteOffset: -1, bytes: 0, plainBytes: length * 4 });
  }

  pack(): Uint32Array {
    const words = new Uint32Array(this.size / 4);
    const bytes = new Uint8Array(words.buffer);
    for (const chunk of this.chunks) bytes.set(chunk.bytes, chunk.offset);
    return words;
  }
}

/** The narrowest type that holds every value, or u32 where narrowing is off. Bitmaps with the top bit set look negative. */
export function narrowestType(values: Int32Array, narrow: boolean): IndexType {
  if (!narrow) return 'u32';
  let bits = 0;
  for (let i = 0; i < values.length; i++) bits |= values[i];
  return indexTypes.find((type) => bits >>> 0 < 2 ** (8 * indexBytes[type])) ?? 'u32';
}

/** One file of an export: its name inside the folder, and what it holds. */
export interface ExportFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The bytes of a typed array, as they lie in memory (little-endian on every platform that Node supports). */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

import type { CsrMatrix } from './csrMatrix.js';

/** 64 bits as 16 hex digits that depend on the shape and the places of the entries, not on their values. */
export function patternHash(matrix: CsrMatrix): string {
  return toHex(hashPattern(matrix));
}

/** 64 bits as 16 hex digits that depend on the shape, the places of the entries and their values, bit for bit. */
export function contentHash(matrix: CsrMatrix): string {
  const state = hashPattern(matrix);
  addNumber(state, matrix.data.BYTES_PER_ELEMENT);
  addWords(state, matrix.data);
  return toHex(state);
}

/** Two 32-bit hashes with different multipliers, run side by side. */
interface HashState {
  low: number;
  high: number;
}

function hashPattern(matrix: CsrMatrix): HashState {
  const state: HashState = { low: 0x243f6a88, high: 0x85a308d3 };
  addNumber(state, matrix.rows);
  addNumber(state, matrix.cols);
  addNumber(state, matrix.nnz);
  addWords(state, matrix.indptr);
  addWords(state, matrix.indices);
  return state;
}

function addNumber(state: HashState, value: number): void {
  addWords(state, Uint32Array.of(value));
}

/** Reads any typed array as 32-bit words. Little-endian machines are taken for granted, as WebGPU does. */
function addWords(state: HashState, array: Int32Array | Uint32Array | Float32Array | Float64Array): void {
  const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
  let { low, high } = state;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    low = Math.imul(low ^ word, 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca77);
    high = (high << 13) | (high >>> 19);
  }
  state.low = low;
  state.high = high;
}

function toHex({ low, high }: HashState): string {
  const finish = (value: number) => {
    let z = value;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0).toString(16).padStart(8, '0');
  };
  return finish(high ^ (low >>> 7)) + finish(low);
}

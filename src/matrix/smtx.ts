import { AlphaSparseError } from '../errors.js';
import { fromCoo } from './coo.js';
import type { CsrMatrix } from './csrMatrix.js';

const maxCount = 2 ** 31 - 1;

/**
 * Reads the .smtx text of the Deep Learning Matrix Collection: `rows, cols, nnz`, then the row pointers, then the
 * zero-based columns. It has no values: all are 1. Throws 'input' for a malformed file.
 */
export async function readSmtx(chunks: AsyncIterable<Uint8Array>, file: string, name = file): Promise<CsrMatrix> {
  const numbers = await readIntegers(chunks, file);
  const bad = (message: string): never => {
    throw new AlphaSparseError('input', `${file}: ${message}`);
  };
  if (numbers.length < 3) bad('does not start with rows, columns, entries');
  const [rows, cols, nnz] = numbers;
  const expected = 3 + rows + 1 + nnz;
  if (numbers.length !== expected) {
    bad(`${rows} rows and ${nnz} entries call for ${expected} numbers, but the file holds ${numbers.length}`);
  }
  const indptr = numbers.subarray(3, 4 + rows);
  const colIndices = numbers.slice(4 + rows);
  const rowIndices = new Int32Array(nnz);
  if (indptr[0] !== 0 || indptr[rows] !== nnz) {
    bad(`row pointers run from ${indptr[0]} to ${indptr[rows]}, not from 0 to ${nnz}`);
  }
  for (let r = 0; r < rows; r++) {
    if (indptr[r + 1] < indptr[r]) bad(`row pointers decrease at row ${r}`);
    rowIndices.fill(r, indptr[r], indptr[r + 1]);
  }
  return fromCoo({ name, rows, cols, rowIndices, colIndices });
}

/** Every whole number of a text, whatever separates them: blanks, commas and line ends. */
async function readIntegers(chunks: AsyncIterable<Uint8Array>, file: string): Promise<Int32Array> {
  let numbers = new Int32Array(4096);
  let count = 0;
  let value = -1;
  const finish = () => {
    if (value < 0) return;
    if (count === numbers.length) {
      const grown = new Int32Array(2 * count);
      grown.set(numbers);
      numbers = grown;
    }
    numbers[count++] = value;
    value = -1;
  };
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      const digit = byte - 48;
      if (digit >= 0 && digit <= 9) {
        value = value < 0 ? digit : value * 10 + digit;
        if (value > maxCount) throw new AlphaSparseError('input', `${file}: number ${count + 1} exceeds ${maxCount}`);
      } else if (byte === 32 || byte === 44 || (byte >= 9 && byte <= 13)) finish();
      else throw new AlphaSparseError('input', `${file}: number ${count + 1} holds a character that is no digit`);
    }
  }
  finish();
  return numbers.subarray(0, count);
}

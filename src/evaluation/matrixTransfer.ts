import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CsrMatrix } from '../matrix/csrMatrix.js';

/** A matrix on its way to another process: itself where it is small, the name of a file where it is not. */
export type MatrixParcel =
  | { readonly kind: 'inline'; readonly matrix: CsrMatrix }
  | { readonly kind: 'file'; readonly path: string; readonly header: MatrixHeader };

type MatrixHeader = Omit<CsrMatrix, 'indptr' | 'indices' | 'data'> & { readonly narrow: boolean };

// Messages are copied several times on their way; a file is not.
const inlineBytes = 2 ** 24;
// One write or read of Node takes less than 2 GiB.
const chunkBytes = 2 ** 30;

/** Packs a matrix; `discard` removes the file, if there is one. */
export async function pack(
  matrix: CsrMatrix,
  limit = inlineBytes,
): Promise<{ parcel: MatrixParcel; discard: () => void }> {
  const { indptr, indices, data, ...rest } = matrix;
  if (indptr.byteLength + indices.byteLength + data.byteLength <= limit) {
    return { parcel: { kind: 'inline', matrix }, discard: () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'alphasparse-matrix-'));
  const path = join(folder, 'matrix.bin');
  try {
    transfer(path, 'w', [data, indptr, indices]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const parcel = { kind: 'file', path, header: { ...rest, narrow: data instanceof Float32Array } } as const;
  return { parcel, discard: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The matrix of a parcel, in memory that threads can share. */
export function unpack(parcel: MatrixParcel): CsrMatrix {
  if (parcel.kind === 'inline') {
    const { matrix } = parcel;
    const { indptr, indices, data } = matrix;
    return { ...matrix, indptr: shared(indptr), indices: shared(indices), data: shared(data) };
  }
  const { narrow, ...rest } = parcel.header;
  const data = narrow
    ? new Float32Array(new SharedArrayBuffer(rest.nnz * 4))
    : new Float64Array(new SharedArrayBuffer(rest.nnz * 8));
  const indptr = new Int32Array(new SharedArrayBuffer((rest.rows + 1) * 4));
  const indices = new Int32Array(new SharedArrayBuffer(rest.nnz * 4));
  transfer(parcel.path, 'r', [data, indptr, indices]);
  return { ...rest, indptr, indices, data };
}

function shared<T extends Int32Array | Float32Array | Float64Array>(array: T): T {
  const bytes = new SharedArrayBuffer(array.byteLength);
  new Uint8Array(bytes).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return new (array.constructor as new (buffer: SharedArrayBuffer) => T)(bytes);
}

/** Writes the arrays to a file one after the other, or reads them back. */
function transfer(path: string, mode: 'r' | 'w', arrays: readonly NodeJS.TypedArray[]): void {
  const file = openSync(path, mode, 0o600);
  try {
    for (const array of arrays) {
      for (let at = 0; at < array.byteLength; ) {
        const view = new Uint8Array(array.buffer, array.byteOffset + at, Math.min(chunkBytes, array.byteLength - at));
        const moved = mode === 'w' ? writeSync(file, view) : readSync(file, view);
        if (moved === 0) throw new Error(`${path} ends ${array.byteLength - at} bytes early.`);
        at += moved;
      }
    }
  } finally {
    closeSync(file);
  }
}

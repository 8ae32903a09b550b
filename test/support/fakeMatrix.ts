import { writeFileSync } from 'node:fs';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';

/** Writes the matrix by which the fake CUDA's generated kernels multiply; see fakeCuda.c. */
export function writeFakeMatrix(file: string, { rows, nnz, indptr, indices, data }: CsrMatrix): void {
  const parts = [Int32Array.of(rows, nnz), indptr, indices, Float32Array.from(data)];
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))));
}

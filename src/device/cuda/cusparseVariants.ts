import type { Dtype } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { type Cusparse, cusparseEnum } from './cusparse.js';
import { toDeviceForm } from './kernelBuffers.js';
import { rowsOfEntries, sliceRows, toBsr, toSlicedEll } from './sparseFormats.js';

/** A matrix in one of cuSPARSE's formats, on the host. */
export interface Format {
  /** In the order in which `create` takes their addresses; values last. */
  readonly arrays: readonly NodeJS.ArrayBufferView[];
  readonly rows: number;
  readonly cols: number;
  create(library: Cusparse, pointers: readonly bigint[]): bigint;
}

/** A format and how to multiply with it. */
export interface Variant {
  readonly name: string;
  /** Undefined when the format would mostly store padding. */
  readonly format: () => Format | undefined;
  readonly algorithm: number;
  readonly preprocess: boolean;
}

/** Everything of cuSPARSE that multiplies this matrix: CSR, COO, SELL, and BSR of small blocks. */
export function variantsOf(matrix: CsrMatrix, dtype: Dtype): Variant[] {
  const { index32, zeroBased, rowMajor, algorithm } = cusparseEnum;
  const type = cusparseEnum.dataType[dtype];
  const values = toDeviceForm(matrix.data, dtype);
  const { rows, cols, nnz, indptr, indices } = matrix;

  const csr = (): Format => ({
    arrays: [indptr, indices, values],
    rows,
    cols,
    create: (library, [offsets, columns, data]) =>
      // biome-ignore format: one argument list
      library.make('cusparseCreateCsr', rows, cols, nnz, offsets, columns, data, index32, index32, zeroBased, type),
  });
  const coo = (): Format => ({
    arrays: [rowsOfEntries(matrix), indices, values],
    rows,
    cols,
    create: (library, [entryRows, columns, data]) =>
      library.make('cusparseCreateCoo', rows, cols, nnz, entryRows, columns, data, index32, zeroBased, type),
  });
  const sell = (): Format | undefined => {
    const sliced = toSlicedEll(matrix);
    if (!sliced) return undefined;
    const stored = sliced.values.length;
    return {
      arrays: [sliced.offsets, sliced.columns, toDeviceForm(sliced.values, dtype)],
      rows,
      cols,
      create: (library, [offsets, columns, data]) =>
        // biome-ignore format: one argument list
        library.make('cusparseCreateSlicedEll', rows, cols, nnz, stored, sliceRows, offsets, columns, data,
          index32, index32, zeroBased, type),
    };
  };
  const bsr = (blockSize: number) => (): Format | undefined => {
    const blocked = toBsr(matrix, blockSize);
    if (!blocked) return undefined;
    const { blockRows, blockCols, columns: blocks } = blocked;
    return {
      arrays: [blocked.offsets, blocked.columns, toDeviceForm(blocked.values, dtype)],
      rows: blockRows * blockSize,
      cols: blockCols * blockSize,
      create: (library, [offsets, columns, data]) =>
        // biome-ignore format: one argument list
        library.make('cusparseCreateBsr', blockRows, blockCols, blocks.length, blockSize, blockSize,
          offsets, columns, data, index32, index32, zeroBased, type, rowMajor),
    };
  };

  const variant = (name: string, format: Variant['format'], algorithm: number, preprocess = false): Variant => ({
    name: `cusparse-${name}`,
    format,
    algorithm,
    preprocess,
  });
  return [
    variant('csr', csr, algorithm.default),
    variant('csr-alg1', csr, algorithm.csr1),
    variant('csr-alg1-preprocess', csr, algorithm.csr1, true),
    variant('csr-alg2', csr, algorithm.csr2),
    variant('csr-alg2-preprocess', csr, algorithm.csr2, true),
    variant('coo-alg1', coo, algorithm.coo1),
    variant('coo-alg2', coo, algorithm.coo2),
    variant('sell', sell, algorithm.sell),
    ...[2, 3, 4, 6].map((size) => variant(`bsr${size}`, bsr(size), algorithm.default)),
  ];
}

/** Bytes that one multiplication in this format moves. */
export function bytesOf({ arrays, rows, cols }: Format, dtype: Dtype): number {
  return arrays.reduce((sum, array) => sum + array.byteLength, 0) + (rows + cols) * numberBytes[dtype];
}

import type { Dtype } from '../../codegen/kernelSource.js';
import { messageOf } from '../../errors.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { halfBits, halfValue } from '../float16.js';
import type { CudaContext } from './context.js';
import { isFatal } from './cudaError.js';
import { type Cusparse, cusparseEnum, openCusparse } from './cusparse.js';
import { downloadVector, elementBytes, toDeviceForm } from './kernelBuffers.js';
import { coldCopies, type Enqueue, timeCold, timeWarm } from './replay.js';
import { rowsOfEntries, sliceRows, toBsr, toSlicedEll } from './sparseFormats.js';

export interface CusparseResult {
  readonly name: string;
  /** Microseconds a multiplication, caches warm; NaN unless `ok`. */
  readonly timeUs: number;
  readonly coldUs?: number;
  /** Ran, and agrees with the fp64 reference. */
  readonly ok: boolean;
  /** Why not, otherwise. */
  readonly reason?: string;
}

export interface BaselineRequest {
  /** Device time for each variant, in milliseconds. */
  readonly budgetMs?: number;
  readonly cold?: boolean;
  /** Only these names; default all. */
  readonly names?: readonly string[];
}

/** A matrix in one of cuSPARSE's formats, on the host. */
interface Format {
  /** In the order in which `create` takes their addresses; values last. */
  readonly arrays: readonly NodeJS.ArrayBufferView[];
  readonly rows: number;
  readonly cols: number;
  create(library: Cusparse, pointers: readonly bigint[]): bigint;
}

interface Variant {
  readonly name: string;
  readonly format: () => Format | undefined;
  readonly algorithm: number;
  readonly preprocess: boolean;
}

/** A variant on the device, ready to run. */
interface Instance {
  readonly x: bigint;
  readonly y: bigint;
  enqueue(stream: bigint): void;
  close(): void;
}

/** Most copies of a matrix for cold timing: each has descriptors and a workspace of its own. */
const mostCopies = 64;

/**
 * Times cuSPARSE's SpMV in all its formats and algorithms on one matrix, each checked against fp64 on the host.
 * A variant that fails is a result with `ok: false`, not an exception; only a crashed context rejects (`isFatal`).
 */
export async function cusparseBaselines(
  device: { readonly context: CudaContext },
  matrix: CsrMatrix,
  dtype: Dtype,
  request: BaselineRequest = {},
): Promise<CusparseResult[]> {
  const { context } = device;
  let library: Cusparse;
  try {
    library = openCusparse();
  } catch (error) {
    return [{ name: 'cusparse-csr', timeUs: Number.NaN, ok: false, reason: messageOf(error) }];
  }
  try {
    const rounded = roundTo(matrix, dtype);
    const wanted = request.names;
    const variants = variantsOf(rounded, dtype).filter(({ name }) => !wanted || wanted.includes(name));
    const check = checker(rounded, dtype);
    const results: CusparseResult[] = [];
    for (const variant of variants) {
      try {
        results.push(measure(context, library, variant, dtype, check, request));
      } catch (error) {
        if (isFatal(error)) throw error;
        results.push({ name: variant.name, timeUs: Number.NaN, ok: false, reason: messageOf(error) });
      }
      // Lets timers and messages through between variants.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return results;
  } finally {
    library.close();
  }
}

function measure(
  context: CudaContext,
  library: Cusparse,
  variant: Variant,
  dtype: Dtype,
  check: Checker,
  request: BaselineRequest,
): CusparseResult {
  const { name } = variant;
  const failed = (reason: string): CusparseResult => ({ name, timeUs: Number.NaN, ok: false, reason });
  const format = variant.format();
  if (!format) return failed('too much padding for this matrix');
  const budget = { budgetMs: request.budgetMs ?? 20 };
  const instances: Instance[] = [];
  const add = () => instances.push(instantiate(context, library, variant, format, dtype, check.x));
  try {
    add();
    const [{ y, enqueue }] = instances;
    context.fill(y, 0xff, format.rows * elementBytes[dtype]);
    enqueue(context.stream);
    const wrong = check.wrongRow(downloadVector(context, y, format.rows, dtype));
    if (wrong !== undefined) return failed(`wrong result in row ${wrong}`);

    const run: Enqueue = (stream, copy) => instances[copy].enqueue(stream);
    const { warmUs } = timeWarm(context, run, budget);
    if (!request.cold) return { name, timeUs: warmUs, ok: true };
    const copies = coldCopies(bytesOf(format, dtype), context.facts.l2Bytes, mostCopies);
    if (copies === 0) return { name, timeUs: warmUs, ok: true };
    if (copies === 1) return { name, timeUs: warmUs, coldUs: warmUs, ok: true };
    while (instances.length < copies) add();
    return { name, timeUs: warmUs, coldUs: timeCold(context, run, copies, warmUs, budget), ok: true };
  } finally {
    context.driver.release('cuStreamSynchronize', context.stream);
    for (const instance of instances) instance.close();
  }
}

function instantiate(
  context: CudaContext,
  library: Cusparse,
  variant: Variant,
  format: Format,
  dtype: Dtype,
  x: Float64Array,
): Instance {
  const { handle } = library;
  const element = elementBytes[dtype];
  const closers: (() => void)[] = [];
  const close = () => {
    for (const closer of closers.reverse()) closer();
  };
  const allocate = (bytes: number) => {
    const pointer = context.allocate(bytes);
    closers.push(() => context.free(pointer));
    return pointer;
  };
  try {
    const pointers = format.arrays.map((array) => {
      const pointer = allocate(array.byteLength);
      context.upload(pointer, array);
      return pointer;
    });
    const descriptor = format.create(library, pointers);
    closers.push(() => library.release('cusparseDestroySpMat', descriptor));
    const vector = (length: number) => {
      const pointer = allocate(length * element);
      const descriptor = library.make('cusparseCreateDnVec', length, pointer, cusparseEnum.dataType[dtype]);
      closers.push(() => library.release('cusparseDestroyDnVec', descriptor));
      return { pointer, descriptor };
    };
    const xVector = vector(format.cols);
    const yVector = vector(format.rows);
    const padded = new Float64Array(format.cols);
    padded.set(x);
    context.upload(xVector.pointer, toDeviceForm(padded, dtype));

    // Halves are multiplied in f32; the scalars have the type of the arithmetic.
    const compute = dtype === 'f64' ? 'f64' : 'f32';
    const scalar = (value: number) =>
      compute === 'f64'
        ? new Float64Array(new ArrayBuffer(8)).fill(value)
        : new Float32Array(new ArrayBuffer(4)).fill(value);
    const product = [
      handle,
      cusparseEnum.nonTransposed,
      scalar(1),
      descriptor,
      xVector.descriptor,
      scalar(0),
      yVector.descriptor,
      cusparseEnum.dataType[compute],
      variant.algorithm,
    ];
    const bytes = new BigUint64Array(new ArrayBuffer(8));
    library.call('cusparseSetStream', handle, context.stream);
    library.call('cusparseSpMV_bufferSize', ...product, bytes);
    const workspace = allocate(Number(bytes[0]));
    if (variant.preprocess) library.call('cusparseSpMV_preprocess', ...product, workspace);
    return {
      x: xVector.pointer,
      y: yVector.pointer,
      enqueue: () => library.call('cusparseSpMV', ...product, workspace),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function variantsOf(matrix: CsrMatrix, dtype: Dtype): Variant[] {
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

function bytesOf({ arrays, rows, cols }: Format, dtype: Dtype): number {
  return arrays.reduce((sum, array) => sum + array.byteLength, 0) + (rows + cols) * elementBytes[dtype];
}

interface Checker {
  readonly x: Float64Array;
  /** The first row that is off by more than rounding explains. */
  wrongRow(y: ArrayLike<number>): number | undefined;
}

/** Oracle for one x: fp64 on the host. `matrix` holds what the device holds, rounded to `dtype`. */
function checker({ rows, cols, indptr, indices, data }: CsrMatrix, dtype: Dtype): Checker {
  const x = Float64Array.from({ length: cols }, (_, i) => roundNumber(Math.sin(i * 12.9898 + 1), dtype));
  // Halves are summed in f32, so only the rounding of the result is coarse.
  const sumEpsilon = dtype === 'f64' ? 2 ** -52 : 2 ** -23;
  const resultEpsilon = dtype === 'f16' ? 2 ** -10 : sumEpsilon;
  return {
    x,
    wrongRow(y) {
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        let magnitude = 0;
        for (let k = indptr[row]; k < indptr[row + 1]; k++) {
          const term = data[k] * x[indices[k]];
          sum += term;
          magnitude += Math.abs(term);
        }
        const length = indptr[row + 1] - indptr[row];
        const bound = 2 * (sumEpsilon * (length + 8) + resultEpsilon) * magnitude;
        // Subnormal halves have a fixed spacing.
        const floor = dtype === 'f16' ? 2 ** -24 : 0;
        if (!(Math.abs(y[row] - sum) <= bound + floor)) return row;
      }
      return undefined;
    },
  };
}

function roundNumber(value: number, dtype: Dtype): number {
  return dtype === 'f64' ? value : dtype === 'f32' ? Math.fround(value) : halfValue(halfBits(value));
}

function roundTo(matrix: CsrMatrix, dtype: Dtype): CsrMatrix {
  return { ...matrix, data: Float64Array.from(matrix.data, (value) => roundNumber(value, dtype)) };
}

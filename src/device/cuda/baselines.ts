import type { Dtype } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import { messageOf } from '../../errors.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { TakeDevice } from '../exclusive.js';
import { createVerifier, explain, type Verdict } from '../verify.js';
import type { CudaContext } from './context.js';
import { isFatal } from './cudaError.js';
import { type Cusparse, cusparseEnum, openCusparse } from './cusparse.js';
import { bytesOf, type Format, type Variant, variantsOf } from './cusparseVariants.js';
import { downloadVector, toDeviceForm } from './kernelBuffers.js';
import { coldCopies, type Enqueue, timeCold, timeWarm } from './replay.js';

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
  /** Taken for each measurement, where other processes use the GPU as well. */
  readonly takeDevice?: TakeDevice;
}

interface Problem {
  readonly matrix: CsrMatrix;
  readonly x: Float64Array;
  readonly dtype: Dtype;
  /** Judges a y of this x. */
  readonly check: (y: ArrayLike<number>) => Verdict;
}

/** A variant on the device, ready to run. */
interface Instance {
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
    const wanted = request.names;
    const variants = variantsOf(matrix, dtype).filter(({ name }) => !wanted || wanted.includes(name));
    const x = Float64Array.from({ length: matrix.cols }, (_, i) => Math.sin(i * 12.9898 + 1));
    const problem = { matrix, x, dtype, check: createVerifier(matrix, x, dtype) };
    const results: CusparseResult[] = [];
    for (const variant of variants) {
      let giveBack: (() => void) | undefined;
      try {
        // A format may take seconds of host time, in which the GPU is free for others.
        const format = variant.format();
        giveBack = format && (await request.takeDevice?.());
        results.push(measure(context, library, variant, format, problem, request));
      } catch (error) {
        if (isFatal(error)) throw error;
        results.push({ name: variant.name, timeUs: Number.NaN, ok: false, reason: messageOf(error) });
      } finally {
        giveBack?.();
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
  format: Format | undefined,
  { matrix, x, dtype, check }: Problem,
  request: BaselineRequest,
): CusparseResult {
  const { name } = variant;
  const failed = (reason: string): CusparseResult => ({ name, timeUs: Number.NaN, ok: false, reason });
  if (!format) return failed('too much padding for this matrix');
  const budget = { budgetMs: request.budgetMs ?? 20 };
  const instances: Instance[] = [];
  const add = () => instances.push(instantiate(context, library, variant, format, dtype, x));
  try {
    add();
    const [{ y, enqueue }] = instances;
    context.fill(y, 0xff, format.rows * numberBytes[dtype]);
    enqueue(context.stream);
    const verdict = check(downloadVector(context, y, matrix.rows, dtype));
    if (!verdict.ok) return failed(`wrong result: ${explain(verdict)}`);

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
  const element = numberBytes[dtype];
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
      y: yVector.pointer,
      enqueue: () => library.call('cusparseSpMV', ...product, workspace),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

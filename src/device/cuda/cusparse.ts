import type { Dtype } from '../../codegen/kernelSource.js';
import { AlphaSparseError } from '../../errors.js';
import { locate } from './locate.js';
import { type Argument, bind, outPointer } from './nativeCall.js';

const word = 'uint64_t';
const size = 'int64_t';
const memory = 'void *';
const kind = 'int';
const product = [word, kind, memory, word, word, memory, word, kind, kind];

const signatures = {
  cusparseCreate: [memory],
  cusparseDestroy: [word],
  cusparseGetVersion: [word, memory],
  cusparseSetStream: [word, word],
  cusparseCreateDnVec: [memory, size, word, kind],
  cusparseDestroyDnVec: [word],
  cusparseCreateCsr: [memory, size, size, size, word, word, word, kind, kind, kind, kind],
  cusparseCreateCoo: [memory, size, size, size, word, word, word, kind, kind, kind],
  cusparseCreateSlicedEll: [memory, size, size, size, size, size, word, word, word, kind, kind, kind, kind],
  cusparseCreateBsr: [memory, size, size, size, size, size, word, word, word, kind, kind, kind, kind, kind],
  cusparseDestroySpMat: [word],
  cusparseSpMV_bufferSize: [...product, memory],
  cusparseSpMV_preprocess: [...product, word],
  cusparseSpMV: [...product, word],
} as const;

export type CusparseFunction = keyof typeof signatures;

/** Constants of cusparse.h and library_types.h. */
export const cusparseEnum = {
  index32: 2,
  zeroBased: 0,
  rowMajor: 2,
  nonTransposed: 0,
  dataType: { f16: 2, f32: 0, f64: 1 } satisfies Record<Dtype, number>,
  algorithm: { default: 0, coo1: 1, csr1: 2, csr2: 3, coo2: 4, sell: 5 },
} as const;

const statusNames = [
  'SUCCESS',
  'NOT_INITIALIZED',
  'ALLOC_FAILED',
  'INVALID_VALUE',
  'ARCH_MISMATCH',
  'MAPPING_ERROR',
  'EXECUTION_FAILED',
  'INTERNAL_ERROR',
  'MATRIX_TYPE_NOT_SUPPORTED',
  'ZERO_PIVOT',
  'NOT_SUPPORTED',
  'INSUFFICIENT_RESOURCES',
];

/** A cuSPARSE handle on the current context. */
export interface Cusparse {
  readonly path: string;
  /** As in '12.6.3'. */
  readonly version: string;
  readonly handle: bigint;
  /** Throws AlphaSparseError 'runtime' with the status name. */
  call(name: CusparseFunction, ...args: Argument[]): void;
  make(name: CusparseFunction, ...args: Argument[]): bigint;
  /** Frees something; ignores failure. */
  release(name: CusparseFunction, ...args: Argument[]): void;
  close(): void;
}

/** Opens cuSPARSE in the current context. Throws 'no-device' when it is not installed. */
export function openCusparse(): Cusparse {
  const { path, library } = locate('cusparse');
  const native = bind(library, signatures);
  const call: Cusparse['call'] = (name, ...args) => {
    if (!native.has(name)) throw new AlphaSparseError('unsupported', `this cuSPARSE has no ${name}`);
    const status = native.call(name, ...args);
    if (status === 0) return;
    const text = `CUSPARSE_STATUS_${statusNames[status] ?? status}`;
    throw new AlphaSparseError('runtime', `${name} failed: ${text}`);
  };
  const make: Cusparse['make'] = (name, ...args) => {
    const out = outPointer();
    call(name, out, ...args);
    return out[0];
  };
  const release: Cusparse['release'] = (name, ...args) => {
    native.call(name, ...args);
  };
  const handle = make('cusparseCreate');
  const number = new Int32Array(new ArrayBuffer(4));
  call('cusparseGetVersion', handle, number);
  const [major, minor, patch] = [number[0] / 1000, (number[0] % 1000) / 100, number[0] % 100].map(Math.floor);
  return {
    path,
    version: `${major}.${minor}.${patch}`,
    handle,
    call,
    make,
    release,
    close: () => release('cusparseDestroy', handle),
  };
}

import { cudaError } from './cudaError.js';
import { locate } from './locate.js';
import { type Argument, bind, outPointer, textAt } from './nativeCall.js';

/** CUdeviceptr and all handles (stream, event, module …) are 64-bit words. */
const word = 'uint64_t';
const memory = 'void *';

const signatures = {
  cuInit: ['uint'],
  cuDriverGetVersion: [memory],
  cuGetErrorName: ['int', memory],
  cuGetErrorString: ['int', memory],
  cuDeviceGetCount: [memory],
  cuDeviceGet: [memory, 'int'],
  cuDeviceGetName: [memory, 'int', 'int'],
  cuDeviceGetAttribute: [memory, 'int', 'int'],
  cuDeviceTotalMem_v2: [memory, 'int'],
  cuDevicePrimaryCtxRetain: [memory, 'int'],
  cuDevicePrimaryCtxRelease_v2: ['int'],
  cuCtxSetCurrent: [word],
  cuModuleLoadDataEx: [memory, memory, 'uint', memory, memory],
  cuModuleUnload: [word],
  cuModuleGetFunction: [memory, word, 'str'],
  cuFuncGetAttribute: [memory, 'int', word],
  cuFuncSetAttribute: [word, 'int', 'int'],
  cuLaunchKernel: [word, 'uint', 'uint', 'uint', 'uint', 'uint', 'uint', 'uint', word, memory, memory],
  cuLaunchKernelEx: [memory, word, memory, memory],
  cuMemGetInfo_v2: [memory, memory],
  cuMemAlloc_v2: [memory, 'size_t'],
  cuMemFree_v2: [word],
  cuMemcpyHtoD_v2: [word, memory, 'size_t'],
  cuMemcpyDtoH_v2: [memory, word, 'size_t'],
  cuMemcpyDtoDAsync_v2: [word, word, 'size_t', word],
  cuMemsetD8Async: [word, 'uchar', 'size_t', word],
  cuMemsetD32Async: [word, 'uint', 'size_t', word],
  cuStreamCreate: [memory, 'uint'],
  cuStreamDestroy_v2: [word],
  cuStreamSynchronize: [word],
  cuStreamBeginCapture_v2: [word, 'int'],
  cuStreamEndCapture: [word, memory],
  cuEventCreate: [memory, 'uint'],
  cuEventDestroy_v2: [word],
  cuEventRecord: [word, word],
  cuEventSynchronize: [word],
  cuEventElapsedTime: [memory, word, word],
  cuGraphInstantiateWithFlags: [memory, word, 'uint64_t'],
  cuGraphLaunch: [word, word],
  cuGraphExecDestroy: [word],
  cuGraphDestroy: [word],
} as const;

export type DriverFunction = keyof typeof signatures;

/** CUDA's driver API, initialized. `call` throws AlphaSparseError named after the CUresult. */
export interface Driver {
  readonly path: string;
  /** As in 13.0: major * 1000 + minor * 10. */
  readonly version: number;
  call(name: DriverFunction, ...args: Argument[]): void;
  /** Calls a function that frees something. Ignores failure: after a kernel's crash the context frees nothing. */
  release(name: DriverFunction, ...args: Argument[]): void;
  /** Calls a function whose first parameter receives a handle or pointer, and returns that. */
  make(name: DriverFunction, ...args: Argument[]): bigint;
  /** Calls a function whose first parameter receives an int. */
  int(name: DriverFunction, ...args: Argument[]): number;
}

let opened: Driver | undefined;

/** Loads and initializes the driver, once a process. Throws 'no-device' where there is no driver or no GPU. */
export function openDriver(): Driver {
  if (opened) return opened;
  const { path, library } = locate('driver');
  const native = bind(library, signatures);

  const describe = (query: 'cuGetErrorName' | 'cuGetErrorString', status: number): string => {
    const text = outPointer();
    return native.call(query, status, text) === 0 ? textAt(text[0]) : `CUresult ${status}`;
  };
  const call: Driver['call'] = (name, ...args) => {
    const status = native.call(name, ...args);
    if (status !== 0) throw cudaError(name, describe('cuGetErrorName', status), describe('cuGetErrorString', status));
  };
  const release: Driver['release'] = (name, ...args) => {
    native.call(name, ...args);
  };
  const make: Driver['make'] = (name, ...args) => {
    const out = outPointer();
    call(name, out, ...args);
    return out[0];
  };
  const int: Driver['int'] = (name, ...args) => Number(BigInt.asIntN(32, make(name, ...args)));

  call('cuInit', 0);
  opened = { path, version: int('cuDriverGetVersion'), call, release, make, int };
  return opened;
}

import { AlphaSparseError } from '../../errors.js';
import { type Driver, openDriver } from './driver.js';

/** Values of CUdevice_attribute. */
const attribute = {
  multiprocessors: 16,
  l2Bytes: 38,
  major: 75,
  minor: 76,
  sharedBytesOptIn: 97,
  maxThreads: 1,
  clockKhz: 13,
  memoryClockKhz: 36,
  memoryBusBits: 37,
} as const;

/** What a GPU is. */
export interface DeviceFacts {
  readonly index: number;
  readonly name: string;
  /** 'sm_90' and the like. */
  readonly arch: string;
  readonly multiprocessors: number;
  readonly l2Bytes: number;
  readonly sharedBytesOptIn: number;
  readonly maxThreads: number;
  readonly totalBytes: number;
  readonly clockKhz: number;
  readonly memoryClockKhz: number;
  readonly memoryBusBits: number;
}

/** A GPU with its primary context current on this thread, and one stream. Pointers are device addresses. */
export interface CudaContext {
  readonly driver: Driver;
  readonly facts: DeviceFacts;
  readonly stream: bigint;
  /** Throws 'limit' when the memory does not suffice. */
  allocate(bytes: number): bigint;
  free(pointer: bigint): void;
  upload(pointer: bigint, data: NodeJS.ArrayBufferView): void;
  /** Fills `into` after all work on the stream. */
  download(into: NodeJS.ArrayBufferView, pointer: bigint): void;
  /** Enqueues setting bytes; whole words where the size allows, since a graph node of words is faster. */
  fill(pointer: bigint, byte: number, bytes: number, stream?: bigint): void;
  freeBytes(): number;
  /** Waits for the stream; throws what a kernel did wrong. */
  synchronize(stream?: bigint): void;
  close(): void;
}

/** The GPUs of this machine, in the driver's order. Throws 'no-device' where there is no driver. */
export function listFacts(): DeviceFacts[] {
  const driver = openDriver();
  const count = driver.int('cuDeviceGetCount');
  return Array.from({ length: count }, (_, index) => readFacts(driver, index));
}

/** Opens GPU `index`. Throws 'no-device' when there is no such GPU. */
export function openContext(index = 0): CudaContext {
  const driver = openDriver();
  const count = driver.int('cuDeviceGetCount');
  if (!(index >= 0 && index < count)) {
    throw new AlphaSparseError(
      'no-device',
      `there is no CUDA device ${index}: the driver lists ${count}`,
      'see `alphasparse devices`, and CUDA_VISIBLE_DEVICES, which hides devices',
    );
  }
  const facts = readFacts(driver, index);
  const device = driver.int('cuDeviceGet', index);
  const { call, release, make } = driver;
  call('cuCtxSetCurrent', make('cuDevicePrimaryCtxRetain', device));
  // A blocking stream (flag 0): copies on the null stream are ordered with it.
  const stream = make('cuStreamCreate', 0);
  let closed = false;

  return {
    driver,
    facts,
    stream,
    allocate: (bytes) => make('cuMemAlloc_v2', Math.max(bytes, 16)),
    free: (pointer) => release('cuMemFree_v2', pointer),
    upload(pointer, data) {
      if (data.byteLength > 0) call('cuMemcpyHtoD_v2', pointer, data, data.byteLength);
    },
    download(into, pointer) {
      call('cuStreamSynchronize', stream);
      if (into.byteLength > 0) call('cuMemcpyDtoH_v2', into, pointer, into.byteLength);
    },
    fill(pointer, byte, bytes, on = stream) {
      if (bytes === 0) return;
      if (bytes % 4 === 0) call('cuMemsetD32Async', pointer, byte * 0x01010101, bytes / 4, on);
      else call('cuMemsetD8Async', pointer, byte, bytes, on);
    },
    freeBytes() {
      const free = new BigUint64Array(new ArrayBuffer(8));
      const total = new BigUint64Array(new ArrayBuffer(8));
      call('cuMemGetInfo_v2', free, total);
      return Number(free[0]);
    },
    synchronize: (on = stream) => call('cuStreamSynchronize', on),
    close() {
      if (closed) return;
      closed = true;
      release('cuStreamDestroy_v2', stream);
      release('cuDevicePrimaryCtxRelease_v2', device);
    },
  };
}

function readFacts(driver: Driver, index: number): DeviceFacts {
  const device = driver.int('cuDeviceGet', index);
  const read = (which: keyof typeof attribute) => driver.int('cuDeviceGetAttribute', attribute[which], device);
  const name = Buffer.alloc(256);
  driver.call('cuDeviceGetName', name, name.length, device);
  return {
    index,
    name: name.toString('utf8', 0, name.indexOf(0)),
    arch: `sm_${read('major')}${read('minor')}`,
    multiprocessors: read('multiprocessors'),
    l2Bytes: read('l2Bytes'),
    sharedBytesOptIn: read('sharedBytesOptIn'),
    maxThreads: read('maxThreads'),
    totalBytes: Number(driver.make('cuDeviceTotalMem_v2', device)),
    clockKhz: read('clockKhz'),
    memoryClockKhz: read('memoryClockKhz'),
    memoryBusBits: read('memoryBusBits'),
  };
}

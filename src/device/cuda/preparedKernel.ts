import { gridOf, type KernelSource } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import { checkValues } from '../../codegen/storedValues.js';
import { AlphaSparseError } from '../../errors.js';
import type { PreparedKernel, Timing, TimingRequest } from '../device.js';
import { createBatch } from './batch.js';
import type { CudaContext } from './context.js';
import {
  argumentsAt,
  downloadVector,
  type KernelArguments,
  layoutOf,
  packArguments,
  toDeviceForm,
  uploadValues,
} from './kernelBuffers.js';
import { createLaunch } from './launch.js';
import { coldCopies, timeCold, timeWarm } from './replay.js';

/** A prepared kernel that also runs on device memory of the caller. */
export interface CudaPreparedKernel extends PreparedKernel {
  launch(xPointer: bigint, yPointer: bigint, stream: bigint): void;
  /** What the compiler made of it. */
  readonly resources: KernelResources;
}

export interface KernelResources {
  readonly registers: number;
  readonly staticSharedBytes: number;
  /** Bytes of spilled registers and local arrays a thread. */
  readonly localBytes: number;
}

/** Values of CUfunction_attribute. */
const functionAttribute = { maxThreads: 0, staticShared: 1, local: 3, registers: 4, maxDynamicShared: 8 } as const;
/** Shared memory that needs no opt-in. Beyond it a kernel must take it as dynamic. */
const plainSharedBytes = 48 * 1024;
/** Threads of a block that clears y, one row each. */
const clearThreads = 512;

/** Loads a compiled kernel and uploads its arrays. Throws 'limit' and 'runtime'; frees what it took when it throws. */
export function loadKernel(
  context: CudaContext,
  kernel: KernelSource,
  cubin: Uint8Array,
  data: ArrayLike<number>,
): CudaPreparedKernel {
  const { driver, stream } = context;
  const layout = layoutOf(kernel);
  const dynamicShared = kernel.sharedBytes > plainSharedBytes ? kernel.sharedBytes : 0;
  const module = driver.make('cuModuleLoadDataEx', cubin, 0, null, null);
  let base = 0n;

  const close = () => {
    if (base !== 0n) context.free(base);
    base = 0n;
    driver.release('cuModuleUnload', module);
  };

  try {
    const handle = driver.make('cuModuleGetFunction', module, kernel.name);
    const resources = readResources(context, kernel, handle);
    if (dynamicShared > 0) {
      driver.call('cuFuncSetAttribute', handle, functionAttribute.maxDynamicShared, dynamicShared);
    }
    base = context.allocate(layout.bytes);
    const own = argumentsAt(kernel, layout, base);
    const given = packArguments(own.values);
    // Until the first x arrives: small positive numbers in every dtype, since zeros can time faster than data.
    context.fill(base + BigInt(layout.x), 0x3c, layout.y);
    uploadValues(context, kernel, base + BigInt(layout.values), data);
    context.upload(base + BigInt(layout.indices), kernel.indices);

    const shape = { grid: gridOf(kernel.blocks), threads: kernel.threads, sharedBytes: dynamicShared };
    const launch = createLaunch(context, handle, { ...shape, overlaps: kernel.overlaps === true });
    const clear = createClear(context, kernel, module);
    const enqueue = (args: KernelArguments, on: bigint) => {
      clear?.(args, on);
      launch(args.addresses, on);
    };
    const batch = createBatch(context, kernel, [...own.values.subarray(2)], enqueue);
    const open = () => {
      if (base === 0n) throw new AlphaSparseError('usage', `kernel ${kernel.name} was used after close()`);
    };

    const checkLength = (x: ArrayLike<number>) => {
      if (x.length === kernel.cols) return;
      throw new AlphaSparseError('usage', `x has ${x.length} elements; kernel ${kernel.name} needs ${kernel.cols}`);
    };

    /** Times on copies of all buffers, so that nothing a launch reads is still in the cache. */
    const measureCold = (warmUs: number, request: TimingRequest): number | undefined => {
      const copies = coldCopies(layout.bytes, context.facts.l2Bytes);
      if (copies === 1) return warmUs;
      if (copies === 0 || copies * layout.bytes > context.freeBytes() / 2) return undefined;
      const arena = context.allocate(copies * layout.bytes);
      try {
        const places = Array.from({ length: copies }, (_, copy) => arena + BigInt(copy * layout.bytes));
        for (const place of places) driver.call('cuMemcpyDtoDAsync_v2', place, base, layout.bytes, stream);
        const args = places.map((place) => argumentsAt(kernel, layout, place));
        return timeCold(context, (on, copy) => enqueue(args[copy], on), copies, warmUs, request);
      } finally {
        context.free(arena);
      }
    };

    return {
      resources,
      async multiply(x) {
        open();
        checkLength(x);
        context.upload(own.values[0], toDeviceForm(x, kernel.dtype));
        context.fill(own.values[1], 0xff, layout.yBytes);
        enqueue(own, stream);
        context.synchronize();
        return downloadVector(context, own.values[1], kernel.rows, kernel.dtype);
      },
      async multiplyMany(xs) {
        open();
        for (const x of xs) checkLength(x);
        return batch.multiply(xs);
      },
      async time(request): Promise<Timing> {
        open();
        const warm = timeWarm(context, (on) => enqueue(own, on), request);
        const stopped = request.stopAboveUs !== undefined && warm.warmUs > request.stopAboveUs;
        if (!request.cold || stopped) return warm;
        const coldUs = measureCold(warm.warmUs, { budgetMs: request.budgetMs });
        return coldUs === undefined ? warm : { ...warm, coldUs };
      },
      updateValues(newData) {
        open();
        checkValues(kernel, newData);
        context.synchronize();
        uploadValues(context, kernel, base + BigInt(layout.values), newData);
      },
      launch(xPointer, yPointer, on) {
        open();
        given.values[0] = xPointer;
        given.values[1] = yPointer;
        enqueue(given, on);
      },
      close() {
        if (base === 0n) return;
        batch.free();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** What clears y before a launch: the kernel's own entry for it, or a memory fill; undefined where nothing need be cleared. */
function createClear(context: CudaContext, kernel: KernelSource, module: bigint) {
  if (!kernel.clearsY) return undefined;
  if (kernel.clearEntry === undefined) {
    return (args: KernelArguments, on: bigint) =>
      context.fill(args.values[1], 0, kernel.rows * numberBytes[kernel.dtype], on);
  }
  const handle = context.driver.make('cuModuleGetFunction', module, kernel.clearEntry);
  const grid = [Math.ceil(kernel.rows / clearThreads), 1] as const;
  const shape = { grid, threads: clearThreads, sharedBytes: 0, overlaps: kernel.overlaps === true };
  const launch = createLaunch(context, handle, shape);
  // y is the second argument of the kernel and the only one here.
  return (args: KernelArguments, on: bigint) => launch(args.addresses.subarray(1), on);
}

function readResources(context: CudaContext, kernel: KernelSource, handle: bigint): KernelResources {
  const { driver } = context;
  const read = (which: keyof typeof functionAttribute) =>
    driver.int('cuFuncGetAttribute', functionAttribute[which], handle);
  const threads = read('maxThreads');
  const resources = {
    registers: read('registers'),
    staticSharedBytes: read('staticShared'),
    localBytes: read('local'),
  };
  if (kernel.threads > threads) {
    throw new AlphaSparseError(
      'limit',
      `kernel ${kernel.name} wants blocks of ${kernel.threads} threads; with ${resources.registers} registers a thread the device runs at most ${threads}`,
    );
  }
  return resources;
}

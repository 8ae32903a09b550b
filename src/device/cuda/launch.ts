import type { CudaContext } from './context.js';
import { addressOf } from './nativeCall.js';

/** CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: the start may overlap the end of the kernel before. */
const programmaticSerialization = 6;
/** Bytes of CUlaunchConfig and CUlaunchAttribute, and where their fields lie (cuda.h, x86-64 and AArch64). */
const configBytes = 56;
const attributeBytes = 72;

export interface LaunchShape {
  readonly grid: readonly [number, number];
  readonly threads: number;
  readonly sharedBytes: number;
  /** The kernel itself waits for the one before it (griddepcontrol.wait). */
  readonly overlaps: boolean;
}

/** Enqueues a kernel on a stream; `addresses` is the array of its arguments' addresses. */
export type Launch = (addresses: BigUint64Array, stream: bigint) => void;

/** Prepares launches of one function, so that each costs one call and no allocation. */
export function createLaunch({ driver }: CudaContext, handle: bigint, shape: LaunchShape): Launch {
  const [gridX, gridY] = shape.grid;
  if (!shape.overlaps) {
    return (addresses, stream) =>
      // biome-ignore format: one line a group of parameters
      driver.call('cuLaunchKernel', handle,
        gridX, gridY, 1, shape.threads, 1, 1,
        shape.sharedBytes, stream, addresses, null);
  }
  const memory = new ArrayBuffer(configBytes + attributeBytes);
  const view = new DataView(memory);
  const config = new Uint8Array(memory, 0, configBytes);
  const littleEndian = true;
  for (const [i, word] of [gridX, gridY, 1, shape.threads, 1, 1, shape.sharedBytes].entries()) {
    view.setUint32(i * 4, word, littleEndian);
  }
  view.setBigUint64(40, addressOf(new Uint8Array(memory)) + BigInt(configBytes), littleEndian);
  view.setUint32(48, 1, littleEndian);
  view.setInt32(configBytes, programmaticSerialization, littleEndian);
  view.setInt32(configBytes + 8, 1, littleEndian);
  return (addresses, stream) => {
    view.setBigUint64(32, stream, littleEndian);
    driver.call('cuLaunchKernelEx', config, handle, addresses, null);
  };
}

import { join } from 'node:path';
import type { KernelSource } from '../../codegen/kernelSource.js';
import { AlphaSparseError, messageOf } from '../../errors.js';
import { cacheFolder } from '../cacheFolder.js';
import type { Device, DeviceInfo } from '../device.js';
import { openCompilePool } from './compilePool.js';
import { openCompilers } from './compilers.js';
import { type CudaContext, type DeviceFacts, listFacts, openContext } from './context.js';
import { openCubinCache } from './cubinCache.js';
import { type Nvrtc, openNvrtc } from './nvrtc.js';
import { type CudaPreparedKernel, loadKernel } from './preparedKernel.js';

export { cusparseBaselines } from './baselines.js';
export { isFatal } from './cudaError.js';
export { findCuda } from './locate.js';
export type { CudaPreparedKernel } from './preparedKernel.js';

export interface CudaOptions {
  /** Folder for compiled kernels; false keeps none. Default: `cubins` in alphasparse's cache folder. */
  readonly cubins?: string | false;
  /** Keeps source lines in compiled kernels, for profilers. */
  readonly lineInfo?: boolean;
}

/** A CUDA GPU. Only one thread may use it: the one that opened it. */
export interface CudaDevice extends Device {
  readonly context: CudaContext;
  readonly nvrtc: Nvrtc;
  prepare(kernel: KernelSource, data: ArrayLike<number>): Promise<CudaPreparedKernel>;
  compile(kernel: KernelSource): Promise<void>;
}

/** Blocks of 256 threads that one multiprocessor runs at once, on every GPU since Volta but the smallest. */
const blocksAMultiprocessor = 8;

/**
 * Opens CUDA GPU `index`. Throws AlphaSparseError 'no-device' when the driver, the compiler or the GPU is missing.
 * After a kernel's crash (`isFatal(error)`) neither this device nor another in the same process works.
 */
export async function openCuda(index = 0, options: CudaOptions = {}): Promise<CudaDevice> {
  const context = openContext(index);
  const nvrtc = openNvrtc();
  const cubins = options.cubins ?? join(cacheFolder(), 'cubins');
  const compilers = openCompilers(nvrtc);
  const pool = openCompilePool(nvrtc, compilers, cubins === false ? undefined : openCubinCache(cubins));
  const { facts } = context;
  const compile = (kernel: KernelSource) =>
    pool.compile(kernel.source, { arch: facts.arch, lineInfo: options.lineInfo });

  return {
    info: describe(context, nvrtc),
    context,
    cuda: context,
    nvrtc,
    async prepare(kernel, data) {
      checkLimits(kernel, facts);
      return loadKernel(context, kernel, await compile(kernel), data);
    },
    async compile(kernel) {
      await compile(kernel);
    },
    async close() {
      compilers.close();
      context.close();
    },
  };
}

/** The CUDA GPUs of this machine; when there are none, why. Never throws. */
export function cudaDevices(): { devices: { index: number; name: string; totalBytes: number }[]; reason?: string } {
  try {
    const devices = listFacts().map(({ index, name, totalBytes }) => ({ index, name, totalBytes }));
    return devices.length > 0 ? { devices } : { devices, reason: 'the CUDA driver lists no device' };
  } catch (error) {
    return { devices: [], reason: messageOf(error) };
  }
}

function describe({ facts, driver }: CudaContext, nvrtc: Nvrtc): DeviceInfo {
  const major = Math.floor(driver.version / 1000);
  const minor = Math.floor((driver.version % 1000) / 10);
  return {
    name: facts.name,
    backend: 'cuda',
    driver: `CUDA ${major}.${minor}, NVRTC ${nvrtc.version}`,
    software: false,
    dtypes: ['f32', 'f64', 'f16'],
    target: {
      language: 'cuda',
      subgroupSize: 32,
      maxThreads: facts.maxThreads,
      maxSharedBytes: facts.sharedBytesOptIn,
      maxBindingBytes: facts.totalBytes,
      parallelBlocks: facts.multiprocessors * blocksAMultiprocessor,
    },
  };
}

function checkLimits(kernel: KernelSource, facts: DeviceFacts): void {
  if (kernel.language !== 'cuda') {
    throw new AlphaSparseError('usage', `a CUDA device runs CUDA kernels; ${kernel.name} is ${kernel.language}`);
  }
  if (kernel.threads > facts.maxThreads) {
    throw new AlphaSparseError(
      'limit',
      `kernel ${kernel.name} wants blocks of ${kernel.threads} threads; ${facts.name} runs at most ${facts.maxThreads}`,
    );
  }
  if (kernel.sharedBytes > facts.sharedBytesOptIn) {
    throw new AlphaSparseError(
      'limit',
      `kernel ${kernel.name} wants ${kernel.sharedBytes} bytes of shared memory; a block on ${facts.name} gets at most ${facts.sharedBytesOptIn}`,
    );
  }
}

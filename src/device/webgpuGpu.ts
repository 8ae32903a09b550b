import type { KernelSource } from '../codegen/kernelSource.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { DeviceInfo } from './device.js';

/** The limits that kernels can run into; asked of the adapter in full, since WebGPU's defaults are low. */
export const limitNames = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
] as const;

export type WebgpuLimits = Readonly<Record<(typeof limitNames)[number], number>>;

/** An opened WebGPU device with what its kernels need to know. */
export interface OpenGpu {
  readonly device: GPUDevice;
  readonly limits: WebgpuLimits;
  readonly info: DeviceInfo;
  /** True when timestamp queries work. */
  readonly timestamps: boolean;
}

/** Runs `work` and throws AlphaSparseError 'runtime' for what the device has to say against it. */
export async function checked<T>(device: GPUDevice, what: string, work: () => T | Promise<T>): Promise<T> {
  const filters = ['internal', 'out-of-memory', 'validation'] as const;
  for (const filter of filters) device.pushErrorScope(filter);
  let result: T | Promise<T>;
  let scopes: Promise<GPUError | null>[];
  try {
    result = work();
  } finally {
    // Scopes close before any await: they form one stack a device, which concurrent calls share.
    scopes = filters.map(() => device.popErrorScope());
  }
  try {
    const [value, ...errors] = await Promise.all([result, ...scopes]);
    const error = errors.find((one) => one !== null);
    if (error) throw new Error(error.message);
    return value;
  } catch (cause) {
    if (cause instanceof AlphaSparseError) throw cause;
    throw new AlphaSparseError('runtime', `${what} failed: ${messageOf(cause)}`, undefined, { cause });
  }
}

/** Throws AlphaSparseError 'limit' when the kernel needs more of something than the device has. */
export function checkLimits(kernel: KernelSource, sizes: Readonly<Record<string, number>>, gpu: OpenGpu): void {
  const { limits, info } = gpu;
  for (const [buffer, bytes] of Object.entries(sizes)) {
    refuseAbove(`${buffer} takes`, bytes, 'bytes', limits.maxStorageBufferBindingSize, 'maxStorageBufferBindingSize');
    refuseAbove(`${buffer} takes`, bytes, 'bytes', limits.maxBufferSize, 'maxBufferSize');
  }
  const buffers = Object.keys(sizes).length;
  refuseAbove(
    'It binds',
    buffers,
    'buffers',
    limits.maxStorageBuffersPerShaderStage,
    'maxStorageBuffersPerShaderStage',
  );
  refuseAbove('A block has', kernel.threads, 'threads', info.target.maxThreads, 'maxComputeInvocationsPerWorkgroup');
  const shared = limits.maxComputeWorkgroupStorageSize;
  refuseAbove('A block shares', kernel.sharedBytes, 'bytes', shared, 'maxComputeWorkgroupStorageSize');
  const grid = limits.maxComputeWorkgroupsPerDimension ** 2;
  refuseAbove('It launches', kernel.blocks, 'blocks', grid, 'maxComputeWorkgroupsPerDimension squared');

  function refuseAbove(what: string, amount: number, unit: string, limit: number, name: string): void {
    if (amount <= limit) return;
    throw new AlphaSparseError(
      'limit',
      `Kernel ${kernel.name}: ${what} ${amount} ${unit}, above the ${limit} that ${info.name} allows (${name}).`,
      'A kernel that stores less, or a device with higher limits, is needed.',
    );
  }
}

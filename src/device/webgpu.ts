import { availableParallelism } from 'node:os';
import koffi from 'koffi';
import type { Target } from '../codegen/kernelSource.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import { startDawn } from './dawn.js';
import type { Device, DeviceInfo, PreparedKernel } from './device.js';
import { noDevice, softwareDriver, withSoftwareDriver } from './softwareAdapter.js';
import { limitNames, type OpenGpu, type WebgpuLimits } from './webgpuGpu.js';
import { prepareWebgpu } from './webgpuKernel.js';

export interface WebgpuOptions {
  /** `auto` (the default) takes hardware where there is some and SwiftShader otherwise. */
  readonly adapter?: 'auto' | 'hardware' | 'software';
  /** Limits to keep to where they are lower than the adapter's, so that tests meet them with small matrices. */
  readonly limits?: Partial<WebgpuLimits>;
}

// Coarse clocks (100 us steps) are a browser's privacy measure; here they would drown most kernels.
const dawnFlags = ['disable-dawn-features=timestamp_quantization'];
const wantedFeatures: readonly GPUFeatureName[] = ['subgroups', 'timestamp-query', 'shader-f16'];
// WebGPU does not tell how many compute units there are; this many blocks fill most discrete GPUs.
const guessedParallelBlocks = 512;

/** Opens a WebGPU device through Dawn. Throws AlphaSparseError 'no-device' when there is no adapter. */
export async function openWebgpu(options: WebgpuOptions = {}): Promise<Device> {
  const wanted = options.adapter ?? 'auto';
  systemVulkan ??= process.platform !== 'linux' || hasVulkan();
  if (wanted !== 'software') {
    const adapter = await hardwareAdapter();
    if (adapter) return openAdapter(adapter, options.limits, false);
    if (wanted === 'hardware') throw noDevice('WebGPU finds no hardware adapter.');
  }
  return withSoftwareDriver(await softwareDriver(), async () => {
    const adapter = await startDawn(dawnFlags).requestAdapter();
    if (!adapter) throw noDevice('WebGPU refuses the software device.');
    return openAdapter(adapter, options.limits, true);
  });
}

async function hardwareAdapter(): Promise<GPUAdapter | undefined> {
  if (!systemVulkan) return undefined;
  const adapter = await startDawn(dawnFlags).requestAdapter({ powerPreference: 'high-performance' });
  return adapter && !adapter.info.isFallbackAdapter ? adapter : undefined;
}

// Found out before the software device brings a Vulkan loader of its own into the process.
let systemVulkan: boolean | undefined;

/** Asked because Dawn prints a warning of its own when the Vulkan loader is missing. */
function hasVulkan(): boolean {
  try {
    koffi.load('libvulkan.so.1').unload();
    return true;
  } catch {
    return false;
  }
}

async function openAdapter(
  adapter: GPUAdapter,
  lowered: Partial<WebgpuLimits> = {},
  software: boolean,
): Promise<Device> {
  const device = await requestDevice(adapter);
  const limits = Object.fromEntries(
    limitNames.map((name) => [name, Math.min(device.limits[name], lowered[name] ?? Number.POSITIVE_INFINITY)]),
  ) as unknown as WebgpuLimits;
  const info = describe(adapter, device, limits, software);
  const gpu: OpenGpu = { device, limits, info, timestamps: device.features.has('timestamp-query') };
  const kernels = new Set<PreparedKernel>();
  let closed = false;
  return {
    info,
    gpu: device,
    async prepare(kernel, data) {
      if (closed) throw new AlphaSparseError('runtime', `The device ${info.name} is closed.`);
      const prepared = await prepareWebgpu(gpu, kernel, data);
      kernels.add(prepared);
      return {
        ...prepared,
        close() {
          kernels.delete(prepared);
          prepared.close();
        },
      };
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const kernel of kernels) kernel.close();
      device.destroy();
      await device.lost;
    },
  };
}

async function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  try {
    return await adapter.requestDevice({
      requiredFeatures: wantedFeatures.filter((feature) => adapter.features.has(feature)),
      requiredLimits: Object.fromEntries(limitNames.map((name) => [name, adapter.limits[name]])),
    });
  } catch (cause) {
    throw new AlphaSparseError(
      'no-device',
      `The adapter ${nameOf(adapter.info)} gives no device: ${messageOf(cause)}`,
      'Another program may hold the GPU; --device software needs none.',
      { cause },
    );
  }
}

function describe(adapter: GPUAdapter, device: GPUDevice, limits: WebgpuLimits, software: boolean): DeviceInfo {
  const { subgroupMinSize, subgroupMaxSize } = adapter.info;
  const fixedSubgroups = device.features.has('subgroups') && subgroupMinSize === subgroupMaxSize;
  const target: Target = {
    language: 'wgsl',
    // Where the size may vary from kernel to kernel, generated code cannot count on it.
    subgroupSize: fixedSubgroups ? (subgroupMinSize ?? 0) : 0,
    maxThreads: Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX),
    maxSharedBytes: limits.maxComputeWorkgroupStorageSize,
    maxBindingBytes: Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize),
    parallelBlocks: software ? availableParallelism() : guessedParallelBlocks,
  };
  return {
    name: software ? 'SwiftShader' : nameOf(adapter.info),
    backend: 'webgpu',
    driver: adapter.info.description || 'unknown',
    software,
    dtypes: device.features.has('shader-f16') ? ['f32', 'f16'] : ['f32'],
    target,
  };
}

function nameOf(info: GPUAdapterInfo): string {
  return info.device || [info.vendor, info.architecture].filter(Boolean).join(' ') || 'WebGPU adapter';
}

import { startDawn } from './dawn.js';
import { compileErrors } from './wgslErrors.js';

let device: Promise<GPUDevice> | undefined;

/**
 * Compiles WGSL with no driver at all and returns its errors, each `line:column: message` and the source line;
 * none when the source is good. Only for checking: the device behind it runs nothing.
 */
export async function compileWgsl(source: string): Promise<string[]> {
  device ??= openNullDevice();
  return compileErrors(await device, source);
}

async function openNullDevice(): Promise<GPUDevice> {
  const adapter = await startDawn(['backend=null']).requestAdapter();
  if (!adapter) throw new Error('Dawn offers no null adapter.');
  const { limits } = adapter;
  return adapter.requestDevice({
    requiredFeatures: (['subgroups', 'shader-f16'] as const).filter((feature) => adapter.features.has(feature)),
    requiredLimits: {
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
      maxComputeWorkgroupSizeX: limits.maxComputeWorkgroupSizeX,
    },
  });
}

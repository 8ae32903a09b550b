import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { startDawn } from '../../../src/device/dawn.js';
import { softwareDriver, withSoftwareDriver } from '../../../src/device/softwareAdapter.js';

/** What the emitted module exports, as far as the tests use it. */
export interface SpmvModule {
  source: string;
  requiredFeatures: GPUFeatureName[];
  requiredLimits: Record<string, number>;
  createSpmv(
    device: GPUDevice,
    arrays: { values: Float32Array; indices: Uint32Array; slots?: Int32Array },
  ): Promise<{
    multiply(x: ArrayLike<number>): Promise<Float32Array>;
    encode(pass: GPUComputePassEncoder, x: GPUBuffer, y: GPUBuffer): void;
    updateValues(data: ArrayLike<number>): void;
    destroy(): void;
  }>;
}

/** Compiles the spmv.ts of an export to JavaScript and imports it. */
export async function loadModule(folder: string): Promise<SpmvModule> {
  const source = readFileSync(join(folder, 'spmv.ts'), 'utf8');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const compiled = join(folder, 'spmv.mjs');
  writeFileSync(compiled, ts.transpileModule(source, { compilerOptions }).outputText);
  return import(/* @vite-ignore */ pathToFileURL(compiled).href);
}

/** The arrays of an export, as its README reads them. */
export function loadArrays(folder: string) {
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name))).buffer;
  return {
    values: new Float32Array(read('values.bin')),
    indices: new Uint32Array(read('indices.bin')),
    ...(existsSync(join(folder, 'slots.bin')) ? { slots: new Int32Array(read('slots.bin')) } : {}),
  };
}

/** A device of SwiftShader, as a user of an export would open one. */
export async function softwareDevice(requiredFeatures: GPUFeatureName[] = []): Promise<GPUDevice> {
  return withSoftwareDriver(await softwareDriver(), async () => {
    const adapter = await startDawn([]).requestAdapter();
    if (!adapter) throw new Error('SwiftShader gives no adapter');
    return adapter.requestDevice({ requiredFeatures });
  });
}

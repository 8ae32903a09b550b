import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportKernel } from '../../../src/codegen/export.js';
import type { KernelSource } from '../../../src/codegen/kernelSource.js';
import { handKernel, matrix, product } from './handKernels.js';
import { loadArrays, loadModule, softwareDevice } from './moduleRunner.js';

const variants: [string, Partial<KernelSource>][] = [
  ['plain', {}],
  ['clearing', { clearsY: true }],
  ['without indices', { indices: new Uint32Array(), arrays: [] }],
  ['with subgroups', { source: `enable subgroups;\n${handKernel('wgsl').source}` }],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the emitted TypeScript module', () => {
  it.each(variants)('type-checks with no types but those of WebGPU (%s)', async (name, changes) => {
    const target = join(folder, name.replaceAll(' ', '-'));
    await exportKernel(handKernel('wgsl', changes), matrix, target, { subgroupSize: 4 });
    const program = ts.createProgram([join(target, 'spmv.ts')], {
      strict: true,
      noUnusedLocals: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      typeRoots: [join(process.cwd(), 'node_modules')],
      types: ['@webgpu/types'],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
  });

  it('keeps the shader as it is', async () => {
    await exportKernel(handKernel('wgsl'), matrix, join(folder, 'text'));
    const spmv = await loadModule(join(folder, 'text'));
    expect(spmv.source).toBe(handKernel('wgsl').source);
  });

  describe('on a device', () => {
    let device: GPUDevice;
    beforeAll(async () => {
      device = await softwareDevice();
    });
    afterAll(() => device?.destroy());

    it('multiplies, takes new values, and encodes into a pass', async () => {
      const target = join(folder, 'run');
      await exportKernel(handKernel('wgsl', { clearsY: true }), matrix, target);
      const { createSpmv } = await loadModule(target);
      const kernel = await createSpmv(device, loadArrays(target));
      expect([...(await kernel.multiply(product.x))]).toEqual(product.y);
      await expect(kernel.multiply([1])).rejects.toThrow('x has 1 elements instead of 4');

      kernel.updateValues(matrix.data.map((value) => 2 * value));
      expect([...(await kernel.multiply(product.x))]).toEqual(product.y.map((value) => 2 * value));

      const [x, y] = [4, 5].map((size) => device.createBuffer({ size: size * 4, usage: deviceUsage }));
      device.queue.writeBuffer(x, 0, Float32Array.from(product.x));
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      kernel.encode(pass, x, y);
      pass.end();
      device.queue.submit([encoder.finish()]);
      expect(await download(device, y, 5)).toEqual(product.y.map((value) => 2 * value));
      kernel.destroy();
    });

    it('does not take values that round to -0 for padding', async () => {
      const { createSpmv } = await loadModule(join(folder, 'run'));
      const kernel = await createSpmv(device, loadArrays(join(folder, 'run')));
      const write = vi.spyOn(device.queue, 'writeBuffer');
      kernel.updateValues([-0, -1e-60, -1, 0, 1, 2, 3]);
      const written = write.mock.calls[0][2] as Float32Array;
      write.mockRestore();
      expect([...written]).toEqual([0, 0, -1, 0, 1, 2, 3]);
      kernel.destroy();
    });

    it('refuses arrays of the wrong length and a device without a feature', async () => {
      const { createSpmv } = await loadModule(join(folder, 'run'));
      const arrays = loadArrays(join(folder, 'run'));
      await expect(createSpmv(device, { ...arrays, values: new Float32Array(3) })).rejects.toThrow('instead of 7');
      const needy = await loadModule(join(folder, 'with-subgroups'));
      await expect(needy.createSpmv(device, arrays)).rejects.toThrow("'subgroups'");
    });
  });
});

// STORAGE | COPY_DST | COPY_SRC
const deviceUsage = 0x8c;

async function download(device: GPUDevice, buffer: GPUBuffer, length: number): Promise<number[]> {
  const readBack = device.createBuffer({ size: length * 4, usage: 0x09 });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, readBack, 0, length * 4);
  device.queue.submit([encoder.finish()]);
  await readBack.mapAsync(1);
  return [...new Float32Array(readBack.getMappedRange())];
}

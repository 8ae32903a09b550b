import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildKernel } from '../../src/codegen/build.js';
import type { Device } from '../../src/device/device.js';
import { openWebgpu } from '../../src/device/webgpu.js';
import type { Graph } from '../../src/graph/graph.js';
import { multiply } from '../../src/matrix/csr.js';
import { createRandom } from '../../src/random.js';
import { seeds } from '../../src/seeds/index.js';
import type { TunedKernel, TuneReport } from '../../src/tuneTypes.js';
import { createTunedKernel } from '../../src/tuning/tunedKernel.js';
import { buildWinner } from '../../src/tuning/winner.js';
import { installFakeCuda } from '../support/fakeCuda.js';
import { scattered } from '../support/matrices.js';

const matrix = scattered({ rows: 300, cols: 257, entries: 2000 }, createRandom(1));
const xOf = (seed: number) => Float32Array.from({ length: matrix.cols }, (_, i) => Math.sin(seed + i));
const reportOf = (graph: Graph) => ({ best: { graph } }) as TuneReport;

function expectClose(got: ArrayLike<number>, want: ArrayLike<number>) {
  expect(got.length).toBe(want.length);
  for (let i = 0; i < want.length; i++) expect(got[i]).toBeCloseTo(want[i], 4);
}

/** A seed's kernel on a device that is not closed with it. */
async function kernelOf(device: Device, name: string): Promise<TunedKernel> {
  const { graph } = seeds.find((seed) => seed.name === name)!;
  const winner = await buildWinner(matrix, graph, { dtype: 'f32' }, device, 1);
  return createTunedKernel(matrix, winner, { ...device, close: async () => {} }, reportOf(graph));
}

describe('on WebGPU', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openWebgpu({ adapter: 'software' });
  });
  afterAll(() => device?.close());

  it('follows BLAS: what a zero factor stands before is not read', async () => {
    const kernel = await kernelOf(device, 'csr-scalar');
    const y = Float64Array.from({ length: 300 }, (_, i) => i);
    const nan = new Float64Array(300).fill(Number.NaN);
    const nanX = new Float32Array(257).fill(Number.NaN);
    expectClose(
      await kernel.multiply(nanX, { alpha: 0, beta: 2, y }),
      y.map((value) => 2 * value),
    );
    expectClose(await kernel.multiply(nanX, { alpha: 0, beta: 0, y: nan }), new Float64Array(300));
    const product = multiply(matrix, xOf(0));
    expectClose(await kernel.multiply(xOf(0), { beta: 0, y: nan }), product);
    const pending = kernel.multiply(xOf(0), { alpha: -2, beta: 1, y });
    const want = product.map((value, i) => -2 * value + y[i]);
    y.fill(9); // after the call: y as it was counts
    expectClose(await pending, want);
    await expect(kernel.multiply(xOf(0), { beta: 1, y: [1] })).rejects.toMatchObject({ code: 'usage' });
    await kernel.close();
  });

  it.each(seeds.map((seed) => seed.name))('multiplies on buffers of the caller: %s', async (name) => {
    const { graph } = seeds.find((seed) => seed.name === name)!;
    // Some formats do not take every matrix.
    if ('refused' in buildKernel(matrix, graph, { dtype: 'f32', target: device.info.target })) return;
    const kernel = await kernelOf(device, name);
    const gpu = kernel.gpu!;
    const x = gpu.createBuffer({ size: 257 * 4, usage: 0x88 });
    const y = gpu.createBuffer({ size: 300 * 4, usage: 0x8c });
    const readback = gpu.createBuffer({ size: 300 * 4, usage: 0x9 });
    // Twice, with other numbers in y: it must not matter what y held.
    for (const round of [1, 2]) {
      gpu.queue.writeBuffer(x, 0, xOf(round));
      gpu.queue.writeBuffer(y, 0, new Float32Array(300).fill(Number.NaN));
      const encoder = gpu.createCommandEncoder();
      const pass = encoder.beginComputePass();
      kernel.encode(pass, x, y);
      kernel.encode(pass, x, y);
      pass.end();
      encoder.copyBufferToBuffer(y, 0, readback, 0, 300 * 4);
      gpu.queue.submit([encoder.finish()]);
      await readback.mapAsync(1);
      expectClose(new Float32Array(readback.getMappedRange()), multiply(matrix, xOf(round)));
      readback.unmap();
    }
    await kernel.close();
  });

  it('refuses buffers that are too small or the same, launch, and use after close', async () => {
    const kernel = await kernelOf(device, 'csr-scalar');
    const gpu = kernel.gpu!;
    const [x, y] = [257, 300].map((length) => gpu.createBuffer({ size: length * 4, usage: 0x88 }));
    const pass = gpu.createCommandEncoder().beginComputePass();
    expect(() => kernel.encode(pass, y, x)).toThrow('the buffer of y has 1028 bytes; it must have at least 1200');
    expect(() => kernel.encode(pass, y, y)).toThrow('the same buffer');
    expect(() => kernel.launch(0n, 0n, 0n)).toThrow(expect.objectContaining({ code: 'unsupported' }));
    await kernel.close();
    expect(() => kernel.encode(pass, x, y)).toThrow('closed');
    await expect(kernel.multiplyMany([xOf(0)])).rejects.toMatchObject({ code: 'usage' });
  });

  it.each([1, 2, 32])('multiplies %i vectors at once', async (count) => {
    const kernel = await kernelOf(device, 'merge');
    const xs = Array.from({ length: count }, (_, i) => xOf(i));
    const ys = await kernel.multiplyMany(xs);
    expect(ys.length).toBe(count);
    for (const [i, y] of ys.entries()) expectClose(y, multiply(matrix, xs[i]));
    await kernel.close();
  });

  it('submits several vectors once, reads back once, and keeps the buffers', async () => {
    const kernel = await kernelOf(device, 'coo');
    const gpu = kernel.gpu!;
    const [submit, create] = [vi.spyOn(gpu.queue, 'submit'), vi.spyOn(gpu, 'createBuffer')];
    try {
      const xs = [1, 2, 3].map(xOf);
      await kernel.multiplyMany(xs);
      expect(submit).toHaveBeenCalledTimes(1);
      // An x and a y for each vector, and one buffer to read back.
      expect(create).toHaveBeenCalledTimes(7);
      for (const [i, y] of (await kernel.multiplyMany(xs.slice(1))).entries())
        expectClose(y, multiply(matrix, xs[i + 1]));
      expect(submit).toHaveBeenCalledTimes(2);
      expect(create).toHaveBeenCalledTimes(7);
    } finally {
      submit.mockRestore();
      create.mockRestore();
      await kernel.close();
    }
  });

  it('refuses no vectors, too many, and one of another length', async () => {
    const kernel = await kernelOf(device, 'csr-scalar');
    await expect(kernel.multiplyMany([])).rejects.toThrow('there are 0 vectors');
    await expect(kernel.multiplyMany(new Array(33).fill(xOf(0)))).rejects.toMatchObject({ code: 'usage' });
    await expect(kernel.multiplyMany([xOf(0), [1]])).rejects.toThrow('vector 1 has 1 entries; it must have 257');
    await kernel.close();
  });
});

const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');

describe.skipIf(!fake)('on CUDA, a driver that plays on the host', () => {
  it('launches on addresses of the caller and multiplies several vectors', async () => {
    const { openCuda } = await import('../../src/device/cuda/index.js');
    const device = await openCuda();
    const { rows, cols, nnz, indptr, indices, data } = matrix;
    const source = {
      language: 'cuda',
      name: 'csr',
      source: 'extern "C" __global__ void csr() {}',
      dtype: 'f32',
      rows,
      cols,
      nnz,
      slots: Int32Array.from({ length: nnz }, (_, i) => i),
      indices: Uint32Array.of(rows, indptr.length, 0, 0, ...indptr, ...indices),
      arrays: [],
      threads: 128,
      blocks: 1,
      sharedBytes: 0,
      clearsY: false,
      deterministic: true,
      bytes: 0,
    } as const;
    const prepared = await device.prepare(source, data);
    const kernel = createTunedKernel(matrix, { source, prepared }, device, reportOf([]));
    const cuda = kernel.cuda!;
    const [x, y] = [cuda.allocate(cols * 4), cuda.allocate(rows * 4)];
    cuda.upload(x, xOf(3));
    kernel.launch(x, y, cuda.stream);
    const result = new Float32Array(rows);
    cuda.download(result, y);
    expectClose(result, multiply(matrix, xOf(3)));
    for (const [i, one] of (await kernel.multiplyMany([xOf(1), xOf(2)])).entries()) {
      expectClose(one, multiply(matrix, xOf(i + 1)));
    }
    expect(() => kernel.encode(undefined as never, undefined as never, undefined as never)).toThrow(
      'encode needs a kernel on WebGPU',
    );
    cuda.free(x);
    cuda.free(y);
    await kernel.close();
    expect(() => kernel.launch(x, y, 0n)).toThrow('closed');
    expect(fake!.counters.live()).toBe(0);
  });
});

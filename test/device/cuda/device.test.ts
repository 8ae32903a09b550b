import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelSource } from '../../../src/codegen/kernelSource.js';
import type { CudaDevice } from '../../../src/device/cuda/index.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { installFakeCuda } from '../../support/fakeCuda.js';

const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');

const matrix: CsrMatrix = {
  name: 'small',
  rows: 3,
  cols: 4,
  nnz: 4,
  indptr: Int32Array.of(0, 2, 2, 4),
  indices: Int32Array.of(0, 3, 1, 2),
  data: Float64Array.of(1, 2, 3, 4),
};

/** A kernel for the fake driver, which reads CSR out of `indices`: rows, length of the offsets, offsets, columns. */
function kernelNamed(name: string, changes: Partial<KernelSource> = {}): KernelSource {
  const { rows, cols, nnz, indptr, indices } = matrix;
  return {
    language: 'cuda',
    name,
    source: `extern "C" __global__ void ${name}() {}`,
    dtype: 'f32',
    rows,
    cols,
    nnz,
    slots: Int32Array.of(0, 1, 2, 3),
    indices: Uint32Array.of(rows, indptr.length, 0, 0, ...indptr, ...indices),
    arrays: [],
    threads: 128,
    blocks: 1,
    sharedBytes: 0,
    clearsY: false,
    deterministic: true,
    bytes: 100,
    ...changes,
  };
}

describe.skipIf(!fake)('the CUDA device, on a driver that plays on the host', () => {
  const { counters, folder } = fake!;
  let device: CudaDevice;
  let cuda: typeof import('../../../src/device/cuda/index.js');

  beforeAll(async () => {
    cuda = await import('../../../src/device/cuda/index.js');
    device = await cuda.openCuda();
  });
  afterAll(() => device.close());

  it('says what the device is', () => {
    expect(cuda.findCuda()).toMatchObject({ available: true, driver: join(folder, 'lib/libcuda.so.1') });
    expect(cuda.cudaDevices().devices).toEqual([{ index: 0, name: 'Fake H0', totalBytes: 2 ** 40 }]);
    expect(device.info).toEqual({
      name: 'Fake H0',
      backend: 'cuda',
      driver: 'CUDA 13.0, NVRTC 13.0',
      software: false,
      dtypes: ['f32', 'f64', 'f16'],
      target: {
        language: 'cuda',
        subgroupSize: 32,
        maxThreads: 1024,
        maxSharedBytes: 232448,
        maxBindingBytes: 2 ** 40,
        parallelBlocks: 1056,
      },
    });
  });

  it('multiplies, with new x and new values', async () => {
    const prepared = await device.prepare(kernelNamed('csr'), matrix.data);
    expect(await prepared.multiply([1, 10, 100, 1000])).toEqual(Float32Array.of(2001, 0, 430));
    prepared.updateValues([1, 1, 1, -1]);
    expect(await prepared.multiply([1, 10, 100, 1000])).toEqual(Float32Array.of(1001, 0, -90));
    await expect(prepared.multiply([1])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/1 elements; .* needs 4/),
    });
    prepared.close();
    await expect(prepared.multiply([1, 1, 1, 1])).rejects.toMatchObject({ code: 'usage' });
  });

  it('multiplies several vectors with a launch each and one copy back, in memory that it keeps', async () => {
    const prepared = await device.prepare(kernelNamed('csr'), matrix.data);
    const counts = () => [counters.launches(), counters.downloads(), counters.live()];
    const xs = [1, 2, 3].map((factor) => [factor, 10 * factor, 100 * factor, 1000 * factor]);
    const [launches, downloads, live] = counts();
    const ys = xs.map(([factor]) => Float32Array.of(2001 * factor, 0, 430 * factor));
    expect(await prepared.multiplyMany(xs)).toEqual(ys);
    expect(counts()).toEqual([launches + 3, downloads + 1, live + 1]);
    expect(await prepared.multiplyMany(xs.slice(1))).toEqual(ys.slice(1));
    expect(counts()).toEqual([launches + 5, downloads + 2, live + 1]);
    await expect(prepared.multiplyMany([xs[0], [1]])).rejects.toMatchObject({ code: 'usage' });
    prepared.close();
    expect(counters.live()).toBe(live - 1);
  });

  it('shows an unwritten row of any of several vectors as NaN', async () => {
    const prepared = await device.prepare(kernelNamed('csr', { indices: Uint32Array.of(0, 4, 0, 0) }), matrix.data);
    const nothing = Float32Array.of(Number.NaN, Number.NaN, Number.NaN);
    expect(await prepared.multiplyMany([new Array(4).fill(1), new Array(4).fill(2)])).toEqual([nothing, nothing]);
    prepared.close();
  });

  it('shows an unwritten row as NaN, and as 0 when the kernel asks for a clear y', async () => {
    const idle = { indices: Uint32Array.of(0, 4, 0, 0) };
    const poisoned = await device.prepare(kernelNamed('csr', idle), matrix.data);
    expect(await poisoned.multiply([1, 1, 1, 1])).toEqual(Float32Array.of(Number.NaN, Number.NaN, Number.NaN));
    const cleared = await device.prepare(kernelNamed('csr', { ...idle, clearsY: true }), matrix.data);
    expect(await cleared.multiply([1, 1, 1, 1])).toEqual(Float32Array.of(0, 0, 0));
    poisoned.close();
    cleared.close();
  });

  it('launches on memory of the caller', async () => {
    const prepared = await device.prepare(kernelNamed('csr'), matrix.data);
    const { context } = device;
    const [x, y] = [context.allocate(16), context.allocate(12)];
    context.upload(x, Float32Array.of(1, 2, 3, 4));
    prepared.launch(x, y, context.stream);
    const result = new Float32Array(3);
    context.download(result, y);
    expect(result).toEqual(Float32Array.of(9, 0, 18));
    context.free(x);
    context.free(y);
    prepared.close();
  });

  it('times warm and cold caches, the clearing of y included', async () => {
    const prepared = await device.prepare(kernelNamed('csr'), matrix.data);
    expect(await prepared.time({ budgetMs: 5, cold: true })).toEqual({
      warmUs: expect.closeTo(2.5, 3),
      spreadUs: expect.closeTo(0, 3),
      coldUs: expect.closeTo(7.5, 3),
      samples: 5,
      method: 'graph',
    });
    const clearing = await device.prepare(kernelNamed('csr', { clearsY: true }), matrix.data);
    expect((await clearing.time({ budgetMs: 1 })).warmUs).toBeCloseTo(3.5, 3);
    prepared.close();
    clearing.close();
  });

  it('stops after one sample when the kernel is too slow', async () => {
    const prepared = await device.prepare(kernelNamed('csr'), matrix.data);
    expect(await prepared.time({ budgetMs: 100, stopAboveUs: 1, cold: true })).toMatchObject({ samples: 1 });
    prepared.close();
  });

  it('takes more than 48 KB of shared memory as dynamic, and refuses what the device lacks', async () => {
    const big = await device.prepare(kernelNamed('csr', { sharedBytes: 100_000, threads: 256 }), matrix.data);
    await big.multiply([1, 1, 1, 1]);
    expect([counters.lastShared(), counters.lastThreads(), counters.lastGrid()]).toEqual([100_000, 256, 1]);
    big.close();
    const limit = (changes: Partial<KernelSource>, name = 'csr') =>
      expect(device.prepare(kernelNamed(name, changes), matrix.data)).rejects;
    await limit({ sharedBytes: 300_000 }).toMatchObject({
      code: 'limit',
      message: expect.stringMatching(/300000 bytes/),
    });
    await limit({ threads: 2048 }).toMatchObject({ code: 'limit', message: expect.stringMatching(/2048 threads/) });
    await limit({ threads: 512 }, 'greedy').toMatchObject({
      code: 'limit',
      message: expect.stringMatching(/32 registers .* at most 256/),
    });
    await limit({ rows: 2 ** 31 }).toMatchObject({
      code: 'limit',
      message: expect.stringMatching(/CUDA_ERROR_OUT_OF_MEMORY/),
    });
  });

  it('reports the log of a kernel that does not compile', async () => {
    const broken = kernelNamed('csr', { source: 'MISTAKE' });
    await expect(device.prepare(broken, matrix.data)).rejects.toMatchObject({
      code: 'compile',
      message: expect.stringMatching(/does not compile.*sm_90[\s\S]*kernel\.cu\(1\): error: this is a MISTAKE$/),
    });
  });

  it('compiles a source once, and keeps it on disk', async () => {
    const kernel = kernelNamed('csr', { source: '// csr, only for this test' });
    const before = counters.compiles();
    await Promise.all([device.compile(kernel), device.compile(kernel)]);
    await device.compile(kernel);
    expect(counters.compiles() - before).toBe(1);
    const files = readdirSync(join(folder, 'cache/cubins'), { recursive: true });
    expect(files.every((file) => /^[0-9a-f]{2}(.[0-9a-f]{64}\.cubin)?$/.test(String(file)))).toBe(true);
    expect(existsSync(join(folder, 'cache/cubins'))).toBe(true);
  });

  it('says when there is no such device', async () => {
    await expect(cuda.openCuda(7)).rejects.toMatchObject({
      code: 'no-device',
      message: expect.stringMatching(/no CUDA device 7.* lists 1/),
    });
  });

  it('frees everything', () => {
    expect(counters.live()).toBe(0);
    expect(counters.handles()).toBe(1); // the stream of the device
  });

  it('marks a crash as fatal, and every call after it', async () => {
    const prepared = await device.prepare(kernelNamed('crash'), matrix.data);
    const crash = await prepared.multiply([1, 1, 1, 1]).catch((error: unknown) => error);
    expect(crash).toMatchObject({
      code: 'runtime',
      message: expect.stringMatching(/cuStreamSynchronize .*CUDA_ERROR_ILLEGAL_ADDRESS/),
    });
    expect(cuda.isFatal(crash)).toBe(true);
    prepared.close();
    const later = await device.prepare(kernelNamed('csr'), matrix.data).catch((error: unknown) => error);
    expect(cuda.isFatal(later)).toBe(true);
    expect(cuda.isFatal(new Error('CUDA_ERROR_ILLEGAL_ADDRESS'))).toBe(false);
  });
});

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openCompilePool } from '../../../src/device/cuda/compilePool.js';
import { openCompilers } from '../../../src/device/cuda/compilers.js';
import { openCubinCache } from '../../../src/device/cuda/cubinCache.js';
import { includeFolder, locate } from '../../../src/device/cuda/locate.js';
import { nvrtcOptions, openNvrtc } from '../../../src/device/cuda/nvrtc.js';
import { messageOf } from '../../../src/errors.js';
import { nvccCheck } from '../../support/nvcc.js';
import { tempFolder } from '../../support/tempFolder.js';

const installed = (() => {
  try {
    locate('nvrtc');
    return true;
  } catch (error) {
    console.log(`skip: ${messageOf(error)}`);
    return false;
  }
})();

const kernel = (name: string) => `
extern "C" __global__ void ${name}(const float* x, float* y, const float* values, const unsigned char* indices) {
  const int* offsets = reinterpret_cast<const int*>(indices);
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = offsets[row]; k < offsets[row + 1]; k++) sum += __ldcs(values + k) * __ldg(x + k);
  y[row] = sum;
}`;
const elf = Buffer.from('\x7fELF', 'latin1');

describe('options of NVRTC', () => {
  const plain = 'extern "C" __global__ void k() {}';
  const isMinimal = (source: string, version: string) =>
    nvrtcOptions(source, { arch: 'sm_90' }, version).includes('-minimal');

  it('leave out what no kernel needs, where NVRTC can and no header does', () => {
    const versions = ['11.8', '12.3', '12.4', '12.10', '13.0'];
    expect(versions.filter((version) => isMinimal(plain, version))).toEqual(['12.4', '12.10', '13.0']);
    expect(isMinimal(`#include <cuda_fp16.h>\n${plain}`, '13.0')).toBe(false);
  });
});

describe.skipIf(!installed)('NVRTC', () => {
  it('compiles kernels for Hopper, many at once, here and in other processes', async () => {
    const nvrtc = openNvrtc();
    const folder = tempFolder('cubins');
    const compilers = openCompilers(nvrtc, 2);
    const pool = openCompilePool(nvrtc, compilers, openCubinCache(folder));
    const names = Array.from({ length: 8 }, (_, i) => `kernel${i}`);
    const cubins = await Promise.all(names.map((name) => pool.compile(kernel(name), { arch: 'sm_90' })));
    for (const [i, cubin] of cubins.entries()) {
      expect(Buffer.from(cubin.subarray(0, 4))).toEqual(elf);
      expect(Buffer.from(cubin).includes(names[i])).toBe(true);
    }
    const again = await pool.compile(kernel('kernel0'), { arch: 'sm_90' });
    expect(Buffer.compare(again, cubins[0])).toBe(0);
    compilers.close();
  });

  it('gives the log of a source that does not compile', async () => {
    const nvrtc = openNvrtc();
    const source = kernel('broken').replace('float sum', 'flaot sum');
    const attempt = nvrtc.compile(source, nvrtc.optionsFor(source, { arch: 'sm_90' }));
    await expect(attempt).rejects.toMatchObject({
      code: 'compile',
      message: expect.stringMatching(/does not compile[\s\S]*kernel\.cu\(5\): error: .*flaot/),
    });
  });

  it('finds the header of halves', async () => {
    const folder = includeFolder();
    if (!folder || !existsSync(folder)) return console.log('skip: cuda_fp16.h is not installed');
    const nvrtc = openNvrtc();
    const source = `#include <cuda_fp16.h>
extern "C" __global__ void half_sum(const __half* x, __half* y) { y[0] = __float2half(__half2float(x[0]) + 1.0f); }`;
    const cubin = await nvrtc.compile(source, nvrtc.optionsFor(source, { arch: 'sm_90' }));
    expect(Buffer.from(cubin.subarray(0, 4))).toEqual(elf);
  });
});

describe('options', () => {
  const plain = 'extern "C" __global__ void k() {}';
  const has = (source: string, version: string) =>
    nvrtcOptions(source, { arch: 'sm_90' }, version).includes('-minimal');

  it('leave out what no kernel needs, where NVRTC can and no header does', () => {
    expect(['11.8', '12.3', '12.4', '12.10', '13.0'].map((version) => has(plain, version))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(has(`#include <cuda_fp16.h>\n${plain}`, '13.0')).toBe(false);
  });
});

describe('nvccCheck', () => {
  it('tells what compiles from what does not', () => {
    const good = nvccCheck(kernel('good'), { resources: true });
    if (good === 'skipped') return console.log('skip: nvcc is not installed');
    expect(good.ok).toBe(true);
    expect(good.log).toMatch(/Used \d+ registers/);
    const bad = nvccCheck('extern "C" __global__ void bad() { int x = y; }');
    expect(bad).toMatchObject({ ok: false, log: expect.stringMatching(/identifier "y" is undefined/) });
  });
});

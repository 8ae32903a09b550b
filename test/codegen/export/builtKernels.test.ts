import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../src/codegen/build.js';
import { exportKernel } from '../../../src/codegen/export.js';
import type { KernelSource, Target } from '../../../src/codegen/kernelSource.js';
import { multiply } from '../../../src/matrix/csr.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { isRefusal } from '../../../src/operators/operator.js';
import { seeds } from '../../../src/seeds/index.js';
import { loadArrays, loadModule, softwareDevice } from './moduleRunner.js';

const matrix = generate('gen:rmat:scale=7,degree=5');
const x = Array.from({ length: matrix.cols }, (_, i) => Math.sin(i + 1));
const expected = multiply(matrix, x);
const small = { maxThreads: 256, maxSharedBytes: 16_384, maxBindingBytes: 2 ** 27, parallelBlocks: 2 };
const webgpu: Target = { language: 'wgsl', subgroupSize: 4, ...small };
const cuda: Target = { language: 'cuda', subgroupSize: 32, ...small };

let folder: string;
let device: GPUDevice;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
  device = await softwareDevice(['subgroups']);
});
afterAll(() => {
  device?.destroy();
  rmSync(folder, { recursive: true });
});

function kernelOf(name: string, target: Target): KernelSource | undefined {
  const seed = seeds.find((candidate) => candidate.name === name)!;
  const built = buildKernel(matrix, seed.graph, { dtype: 'f32', target });
  return isRefusal(built) ? undefined : built.kernel;
}

describe('exports of built kernels', () => {
  it.each(seeds.map(({ name }) => name))('multiply as TypeScript modules: %s', async (name) => {
    const kernel = kernelOf(name, webgpu);
    if (kernel === undefined) return;
    const target = join(folder, name);
    await exportKernel(kernel, matrix, target, { subgroupSize: webgpu.subgroupSize });
    const { createSpmv } = await loadModule(target);
    const spmv = await createSpmv(device, loadArrays(target));
    const y = await spmv.multiply(x);
    for (const [row, value] of expected.entries()) expect(y[row], `row ${row}`).toBeCloseTo(value, 4);
    spmv.updateValues(matrix.data.map((value) => -2 * value));
    const second = await spmv.multiply(x);
    for (const [row, value] of expected.entries()) expect(second[row], `row ${row}`).toBeCloseTo(-2 * value, 4);
    spmv.destroy();
  });

  const nvcc = spawnSync('nvcc', ['--version']).status === 0;
  if (!nvcc) console.log('skipped: compiling CUDA exports, nvcc is not installed');
  const compiled = seeds.filter((_, i) => i % 5 === 0).map(({ name }) => name);
  it.skipIf(!nvcc).each(compiled)('compile as CUDA projects: %s', async (name) => {
    const kernel = kernelOf(name, cuda);
    if (kernel === undefined) return;
    const target = join(folder, `${name}-cuda`);
    await exportKernel(kernel, matrix, target, { prefix: 'graph' });
    const flags = ['-arch=sm_90', '-Werror', 'all-warnings', '-o', 'spmv', 'main.cu', 'spmv.cu'];
    const result = spawnSync('nvcc', flags, { cwd: target, encoding: 'utf8' });
    expect(result.stderr + result.stdout).toBe('');
    expect(result.status).toBe(0);
  });
});

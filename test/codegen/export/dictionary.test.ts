import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../src/codegen/build.js';
import { exportKernel } from '../../../src/codegen/export.js';
import type { KernelSource, Language } from '../../../src/codegen/kernelSource.js';
import { multiply } from '../../../src/matrix/csr.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { compressed, rowAThread } from '../../../src/seeds/chain.js';
import { roomy } from '../../support/operators.js';
import { loadArrays, loadModule, softwareDevice } from './moduleRunner.js';

const pattern = generate('gen:stencil5:10');
/** Two distinct values. */
const matrix = { ...pattern, data: pattern.data.map((_, i) => (i % 3 === 0 ? 4 : -1)) };
const text = 'this kernel keeps distinct values in a dictionary; tune and export again for new values';

function kernelOf(language: Language): KernelSource {
  const graph = compressed(rowAThread(), { values: 'dictionary' });
  const built = buildKernel(matrix, graph, { dtype: 'f32', target: { ...roomy, language, subgroupSize: 0 } });
  if ('refused' in built) throw new Error(built.refused);
  return built.kernel;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-dictionary-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('exports of kernels with a dictionary of values', () => {
  it('multiply as TypeScript modules, and refuse new values', async () => {
    const target = join(folder, 'wgsl');
    await exportKernel(kernelOf('wgsl'), matrix, target);
    const device = await softwareDevice();
    try {
      const spmv = await (await loadModule(target)).createSpmv(device, loadArrays(target));
      const x = Array.from({ length: matrix.cols }, (_, i) => Math.sin(i + 1));
      const check = async () => {
        const y = await spmv.multiply(x);
        for (const [row, value] of multiply(matrix, x).entries()) expect(y[row], `row ${row}`).toBeCloseTo(value, 4);
      };
      await check();
      expect(() => spmv.updateValues(matrix.data)).toThrow(text);
      await check();
      spmv.destroy();
    } finally {
      device.destroy();
    }
  });

  const numpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  if (!numpy) console.log('skipped: running the Python export, python3 with numpy is not installed');
  it.skipIf(!numpy)('refuse new values in Python', async () => {
    const target = join(folder, 'cuda');
    await exportKernel(kernelOf('cuda'), matrix, target);
    // CuPy wants a GPU; to be built and to refuse, the class needs two of its names.
    writeFileSync(join(target, 'cupy.py'), 'from numpy import asarray\ndef RawKernel(*args, **options): pass\n');
    const program = 'import spmv; kernel = spmv.Spmv(); print("built"); kernel.update_values([1.0] * spmv.NNZ)';
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: target, encoding: 'utf8' });
    expect(stdout).toBe('built\n');
    expect(stderr).toContain(`NotImplementedError: ${text}`);
  });

  it.each(['wgsl', 'cuda'] as const)('say so, and have no slots that could mislead: %s', async (language) => {
    const target = join(folder, `files-${language}`);
    await exportKernel(kernelOf(language), matrix, target);
    const names = readdirSync(target);
    const read = (name: string) => readFileSync(join(target, name), 'utf8');
    expect(names).not.toContain('slots.bin');
    expect(read('README.md')).toContain(text);
    expect(JSON.parse(read('manifest.json')).dictionary).toBe(true);
    for (const name of names.filter((each) => !each.endsWith('.bin') && each !== 'manifest.json')) {
      expect(read(name), name).not.toContain('slots.bin');
    }
  });
});

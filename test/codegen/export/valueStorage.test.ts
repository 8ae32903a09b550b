import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportKernel, manifestSchema } from '../../../src/codegen/export.js';
import type { Dtype, ValueStorage } from '../../../src/codegen/kernelSource.js';
import { asStored, storedValues } from '../../../src/codegen/storedValues.js';
import { multiply } from '../../../src/matrix/csr.js';
import { createRandom } from '../../../src/random.js';
import { paddedSlices } from '../../../src/seeds/chain.js';
import { scattered } from '../../support/matrices.js';
import { kernelOf, roomy } from '../../support/operators.js';
import { loadArrays, loadModule, softwareDevice } from './moduleRunner.js';

const random = createRandom(3);
const matrix = scattered({ rows: 90, cols: 70, entries: 900 }, random);
const x = Array.from({ length: matrix.cols }, () => random.next() - 0.5);
const storages = ['f16', 'bf16'] as const;
/** New values of every size that the types have: zeros of both signs, subnormals, ties, Inf and NaN. */
const special = [0, -0, -1e-60, 2 ** -24, -(2 ** -25), -1.5 * 2 ** -24, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 1 + 2 ** -8];
const sizes = matrix.data.map((value, i) => special[i] ?? value * 2 ** (15 - (i % 45))) as Float64Array;
sizes.set([Infinity, Number.NaN, 65519, -65504], special.length);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-storage-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(language: 'wgsl' | 'cuda', valueStorage: ValueStorage, dtype: Dtype = 'f32', page = false) {
  const target = { ...roomy, language, subgroupSize: language === 'cuda' ? 32 : 4 };
  const kernel = kernelOf(paddedSlices(8), matrix, language, { dtype, valueStorage, target });
  const at = join(folder, `${language}-${dtype}-${valueStorage}`);
  await exportKernel(kernel, matrix, at, { page });
  return { kernel, at };
}

describe.each(storages)('exports with values stored as %s', (storage) => {
  const { matrix: stored, storageError } = asStored(matrix, storage);

  it('say so, hold 16 bits a value, and check themselves against the stored values', async () => {
    const { kernel, at } = await exported('cuda', storage);
    const read = (name: string) => readFileSync(join(at, name));
    const manifest = manifestSchema.parse(JSON.parse(read('manifest.json').toString()));
    expect(manifest).toMatchObject({ dtype: 'f32', valueStorage: storage, storageError });
    expect(manifest.arguments.map(({ type }) => type)).toEqual(['f32', 'f32', storage, 'u8']);
    expect(read('values.bin')).toEqual(Buffer.from(storedValues(kernel.slots, matrix.data, storage).buffer));
    expect(new Float64Array(new Uint8Array(read('reference_data.bin')).buffer)).toEqual(Float64Array.from(stored.data));
    expect(read('README.md').toString()).toContain(storageError!.relative.toExponential(2));
    expect(read('spmv.h').toString()).toContain('typedef unsigned short spmv_stored;');
  });

  it('refuse values that the type cannot hold before they write', async () => {
    const kernel = kernelOf(paddedSlices(8), matrix, 'cuda', { valueStorage: storage });
    const large = { ...matrix, data: matrix.data.map((value) => value * 1e39) as Float64Array };
    const target = join(folder, 'refused');
    await expect(exportKernel(kernel, large, target)).rejects.toMatchObject({ code: 'usage' });
    expect(() => readFileSync(join(target, 'manifest.json'))).toThrow();
  });

  const nvcc = spawnSync('nvcc', ['--version']).status === 0;
  if (!nvcc) console.log('skipped: compiling CUDA exports, nvcc is not installed');
  it.skipIf(!nvcc).each(['f32', 'f64'] as const)(
    'compile as CUDA projects: %s',
    async (dtype) => {
      const { at } = await exported('cuda', storage, dtype);
      const flags = ['-arch=sm_90', '-Werror', 'all-warnings', '-Xcompiler', '-Wall,-Wextra', '-o', 'spmv'];
      const result = spawnSync('nvcc', [...flags, 'main.cu', 'spmv.cu'], { cwd: at, encoding: 'utf8' });
      expect(result.stderr + result.stdout).toBe('');
      expect(result.status).toBe(0);
    },
    180_000,
  );

  const python = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  if (!python) console.log('skipped: new values in the Python module, numpy is not installed');
  it.skipIf(!python)('take new values in the Python module', async () => {
    const { kernel, at } = await exported('cuda', storage);
    const library = join(folder, 'python');
    mkdirSync(library, { recursive: true });
    writeFileSync(join(library, 'cupy.py'), fakeCupy);
    writeFileSync(join(at, 'new.bin'), sizes);
    const result = spawnSync('python3', ['-c', updating], {
      cwd: at,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: library },
    });
    expect(result.stderr).toBe('');
    expect(result.stdout).toContain(`${storage === 'f16' ? '65520.0' : '3.4e+38'} is too large for ${storage}`);
    const written = new Uint16Array(new Uint8Array(readFileSync(join(at, 'written.bin'))).buffer);
    expect(withoutNans(written, storage)).toEqual(withoutNans(storedValues(kernel.slots, sizes, storage), storage));
  });

  describe('on a device', () => {
    let device: GPUDevice;
    beforeAll(async () => {
      device = await softwareDevice();
    });
    afterAll(() => device?.destroy());

    it('multiply and take new values as TypeScript modules', async () => {
      const { kernel, at } = await exported('wgsl', storage, 'f32', true);
      expect(readFileSync(join(at, 'index.html'), 'utf8')).toContain("load('values.bin', Uint16Array)");
      const { createSpmv } = await loadModule(at);
      const values = new Uint16Array(new Uint8Array(readFileSync(join(at, 'values.bin'))).buffer);
      const arrays = { ...loadArrays(at), values } as unknown as ReturnType<typeof loadArrays>;
      const spmv = await createSpmv(device, arrays);
      const compare = (got: ArrayLike<number>, want: ArrayLike<number>) => {
        for (let row = 0; row < matrix.rows; row++) expect(got[row], `row ${row}`).toBeCloseTo(want[row], 5);
      };
      compare(await spmv.multiply(x), multiply(stored, x));

      const write = vi.spyOn(device.queue, 'writeBuffer');
      spmv.updateValues(sizes);
      const written = write.mock.calls[0][2] as Uint16Array;
      write.mockRestore();
      expect(withoutNans(written, storage)).toEqual(withoutNans(storedValues(kernel.slots, sizes, storage), storage));
      expect(() => spmv.updateValues(sizes.map(() => (storage === 'f16' ? 65520 : 3.4e38)))).toThrow(
        `too large for ${storage}`,
      );

      const thirds = matrix.data.map((value) => value / 3) as Float64Array;
      spmv.updateValues(thirds);
      compare(await spmv.multiply(x), multiply(asStored({ ...matrix, data: thirds }, storage).matrix, x));
      spmv.destroy();
    });
  });
});

/** NaN has many bit patterns, all as good. */
function withoutNans(bits: ArrayLike<number>, storage: ValueStorage): (number | 'NaN')[] {
  const infinity = storage === 'f16' ? 0x7c00 : 0x7f80;
  return Array.from(bits, (value) => ((value & 0x7fff) > infinity ? 'NaN' : value));
}

/** As much of CuPy as loading a kernel takes, on the host. */
const fakeCupy = `
import numpy
class Array(numpy.ndarray):
    def set(self, other):
        assert other.dtype == self.dtype and other.shape == self.shape
        self[...] = other
def asarray(array):
    return array.view(Array)
def RawKernel(*args, **options):
    return None
`;

const updating = `
import numpy, spmv
multiply = spmv.Spmv()
new = numpy.fromfile('new.bin', numpy.float64)
multiply.update_values(new)
multiply.values.tofile('written.bin')
too_large = 65520.0 if 'is too large for f16' in open('spmv.py').read() else 3.4e38
try:
    multiply.update_values(numpy.full(spmv.NNZ, too_large))
except ValueError as error:
    print(error)
`;

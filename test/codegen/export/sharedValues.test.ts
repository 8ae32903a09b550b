import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../src/codegen/build.js';
import { exportKernel } from '../../../src/codegen/export.js';
import type { Target } from '../../../src/codegen/kernelSource.js';
import { multiply } from '../../../src/matrix/csr.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { mirrorSlots } from '../../../src/matrix/symmetry.js';
import { isRefusal } from '../../../src/operators/operator.js';
import { seeds } from '../../../src/seeds/index.js';
import { symmetrized } from '../../support/matrices.js';
import { loadArrays, loadModule, softwareDevice } from './moduleRunner.js';

const small = { maxThreads: 256, maxSharedBytes: 16_384, maxBindingBytes: 2 ** 27, parallelBlocks: 2 };
const matrix = symmetrized(generate('gen:stencil5:9'));
const twoValued = { ...matrix, data: matrix.data.map((_, i) => 1 + ((mirrorSlots(matrix)![i] + i) % 2)) };
const x = Array.from({ length: matrix.cols }, (_, i) => Math.sin(i + 1));
/** Its mirror image stands elsewhere, and differs from it when this entry alone changes. */
const offDiagonal = 1;

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

async function exported(name: string, language: Target['language'], of: CsrMatrix): Promise<string> {
  const { graph } = seeds.find((seed) => seed.name === name)!;
  const subgroupSize = language === 'wgsl' ? 4 : 32;
  const built = buildKernel(of, graph, { dtype: 'f32', target: { language, subgroupSize, ...small } });
  if (isRefusal(built)) throw new Error(built.refused);
  const target = join(folder, `${name}-${language}`);
  await exportKernel(built.kernel, of, target);
  return target;
}

const cases = ['symmetric-sell', 'symmetric-csr-vector-8', 'symmetric-dia', 'dictionary-sell'];

describe('exports of kernels in which entries share stored values', () => {
  it.each(cases)(
    'as TypeScript modules multiply, and take new values that are equal where they must be: %s',
    async (name) => {
      const of = name.startsWith('dictionary') ? twoValued : matrix;
      const target = await exported(name, 'wgsl', of);
      const { createSpmv } = await loadModule(target);
      const arrays = loadArrays(target);
      const spmv = await createSpmv(device, arrays);
      const expectProduct = async (data: CsrMatrix['data']) => {
        const y = await spmv.multiply(x);
        for (const [row, value] of multiply({ ...of, data }, x).entries())
          expect(y[row], `row ${row}`).toBeCloseTo(value, 4);
      };
      await expectProduct(of.data);
      const doubled = of.data.map((value) => -2 * value);
      spmv.updateValues(doubled);
      await expectProduct(doubled);
      expect(() => spmv.updateValues(doubled.map((value, i) => (i === offDiagonal ? 9 : value)))).toThrow(
        'share a value',
      );
      await expectProduct(doubled);
      const { classes: _, ...without } = arrays;
      const blind = await createSpmv(device, without);
      expect(() => blind.updateValues(doubled)).toThrow('classes.bin');
      for (const kernel of [spmv, blind]) kernel.destroy();
    },
  );

  it('have no such file where every entry has a value of its own', async () => {
    expect(existsSync(join(await exported('sell', 'wgsl', matrix), 'classes.bin'))).toBe(false);
    expect(existsSync(join(await exported('symmetric-sell', 'cuda', matrix), 'classes.bin'))).toBe(true);
  });

  const numpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  if (!numpy) console.log('skipped: new values of Python exports, numpy is not installed');
  it.skipIf(!numpy)('as Python modules refuse new values in the same way', async () => {
    const target = await exported('symmetric-sell', 'cuda', matrix);
    // Enough of CuPy to keep arrays on the host.
    writeFileSync(
      join(target, 'cupy.py'),
      `class Array:
    def __init__(self, content): self.content = content
    def set(self, content): self.content = content
asarray = Array
def RawKernel(*arguments, **options): return None
`,
    );
    const program = `
import numpy
from spmv import Spmv
spmv = Spmv()
data = numpy.fromfile('reference_data.bin', numpy.float64)
before = spmv.values.content.copy()
spmv.update_values(2 * data)
assert numpy.array_equal(spmv.values.content, 2 * before)
data[${offDiagonal}] += 1
try:
    spmv.update_values(data)
except ValueError as error:
    print(error)
`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: target, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch('entries that share a stored value must have equal values');
  });
});

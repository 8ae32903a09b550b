import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../src/codegen/build.js';
import { exportKernel, manifestSchema } from '../../../src/codegen/export.js';
import type { Target } from '../../../src/codegen/kernelSource.js';
import { generate } from '../../../src/matrix/generators/index.js';
import { seeds } from '../../../src/seeds/index.js';
import { browserPath, withPage } from '../../support/browser.js';
import { handKernel, matrix } from './handKernels.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-page-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What every WebGPU device grants. */
const target: Target = {
  language: 'wgsl',
  subgroupSize: 0,
  maxThreads: 256,
  maxSharedBytes: 16384,
  maxBindingBytes: 2 ** 27,
  parallelBlocks: 4,
};

describe('the page of an export', () => {
  it('comes with the module as JavaScript and the matrix, all in the manifest', async () => {
    const named = { ...matrix, name: '<b>"A" & co' };
    await exportKernel(handKernel('wgsl'), named, folder, { page: true, prefix: 'heat' });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const { files } = manifestSchema.parse(JSON.parse(read('manifest.json')));
    expect(files).toEqual(expect.arrayContaining(['index.html', 'spmv.js', 'reference_data.bin']));
    expect(read('index.html')).toContain('<title>SpMV: &#60;b&#62;&#34;A&#34; &#38; co</title>');
    expect(read('index.html')).toContain('createHeatSpmv(device');
    expect(read('spmv.js')).toContain('export async function createHeatSpmv(device, arrays)');
    expect(read('README.md')).toContain('python3 -m http.server');
  });

  it('is refused for CUDA', async () => {
    await expect(exportKernel(handKernel('cuda'), matrix, folder, { page: true })).rejects.toThrow('WebGPU kernel');
  });
});

if (!browserPath) console.log('skip: no Chromium for the page');

describe.skipIf(!browserPath)('the page in Chromium, on SwiftShader', { timeout: 120_000 }, () => {
  const rmat = generate('gen:rmat:scale=9,degree=8');

  it.each(['csr-scalar', 'merge'])('multiplies, checks and times: %s', async (name) => {
    const { graph } = seeds.find((seed) => seed.name === name)!;
    const built = buildKernel(rmat, graph, { dtype: 'f32', target });
    if ('refused' in built) throw new Error(built.refused);
    const at = join(folder, name);
    await exportKernel(built.kernel, rmat, at, { page: true });
    await withPage(at, 'index.html', async (page) => {
      await page.getByText('The result is right.').waitFor();
      const cells = await page.locator('#results td').allTextContents();
      expect(cells[0]).toContain('google swiftshader (a CPU that plays GPU: times mean nothing)');
      expect(cells[1]).toMatch(/^[\d.]+ µs$/);
      expect(Number.parseFloat(cells[3])).toBeGreaterThan(0);
      expect(Number(cells[4])).toBeGreaterThan(0);
      expect(Number(cells[4])).toBeLessThan(1e-5);
      await page.getByRole('button', { name: 'Multiply again' }).click();
      await page.getByText('The result is right.').waitFor();
      const file = process.env.ALPHASPARSE_SCREENSHOT;
      if (file) await page.screenshot({ path: file });
    });
  });

  it('says so when the result is wrong', async () => {
    const wrong = { ...matrix, data: matrix.data.map((value) => value + 1) as Float64Array };
    const at = join(folder, 'wrong');
    await exportKernel(
      handKernel('wgsl', { source: handKernel('wgsl').source.replace('sum;', '2 * sum;') }),
      wrong,
      at,
      {
        page: true,
      },
    );
    await withPage(at, 'index.html', (page) => page.getByText('The result is wrong.').waitFor());
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asStored } from '../../src/codegen/storedValues.js';
import { generate } from '../../src/matrix/generators/index.js';
import { installFakeCuda } from '../support/fakeCuda.js';
import { writeFakeMatrix } from '../support/fakeMatrix.js';
import { tempFolder } from '../support/tempFolder.js';
import { runCli } from './runCli.js';

const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');
const cudaEnv = { ALPHASPARSE_CUDA_PATH: process.env.ALPHASPARSE_CUDA_PATH };
delete process.env.ALPHASPARSE_CUDA_PATH;

const uniform = 'gen:uniform:n=200,degree=6,signed=1';
const software = ['--device', 'software'];

describe('--value-storage', { timeout: 120_000 }, () => {
  it('tunes and exports, and every output tells type and error', async () => {
    const folder = tempFolder('storage');
    const [out, page] = [join(folder, 'out'), join(folder, 'page.html')];
    const search = [...software, '--no-cache', '--seed', '1', '--trials', '3', '--quiet', '--value-storage', 'f16'];
    const { status, stdout } = await runCli(['tune', uniform, ...search, '--out', out, '--report', page]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^values {2}stored as f16, off by at most \d\.\d\de-4 of themselves/m);
    const read = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'));
    const { best } = read('report.json');
    expect(best.storageError).toMatchObject({ storage: 'f16' });
    expect(best.storageError.relative).toBeGreaterThan(2 ** -13);
    expect(best.storageError.relative).toBeLessThanOrEqual(2 ** -11);
    expect(read('manifest.json').storageError).toEqual(best.storageError);
    expect(readFileSync(page, 'utf8')).toContain('values stored as f16');
    expect(readFileSync(join(out, 'trials.jsonl'), 'utf8').split('\n')[0]).toContain('"valueStorage":"f16"');
    const again = await runCli(['report', out, '--matrix', uniform, '--out', join(folder, 'again.html')]);
    expect(again.status).toBe(0);
    expect(readFileSync(join(folder, 'again.html'), 'utf8')).toContain('unpack2x16float');
  });

  it('runs a design, in fewer bytes', async () => {
    const run = ['run', uniform, ...software, '--graph', 'sell', '--repeat', '1'];
    const plain = JSON.parse((await runCli([...run, '--json'])).stdout);
    const { status, stdout } = await runCli([...run, '--value-storage', 'bf16', '--json']);
    expect(status).toBe(0);
    const short = JSON.parse(stdout);
    expect(short).toMatchObject({ correct: true, dtype: 'f32', storageError: { storage: 'bf16' } });
    expect(plain).not.toHaveProperty('storageError');
    // At least two bytes less an entry.
    expect(plain.kernel.bytes - short.kernel.bytes).toBeGreaterThanOrEqual(2 * short.matrix.nnz);
  });

  it('is refused where it cannot be', async () => {
    const large = join(tempFolder('storage'), 'large.mtx');
    writeFileSync(large, '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -1e6\n');
    const refusals: [string[], string][] = [
      [
        ['tune', large, ...software, '--value-storage', 'f16'],
        'the largest magnitude is 1000000, and f16 ends at 65504',
      ],
      [['run', large, ...software, '--graph', 'ell', '--value-storage', 'f16'], '--value-storage bf16'],
      [['tune', large, ...software, '--dtype', 'f16', '--value-storage', 'bf16'], 'all values are stored as f16'],
      [['bench', large, ...software, '--dtype', 'f16', '--value-storage', 'bf16'], 'all values are stored as f16'],
      [['tune', large, '--value-storage', 'fp8'], 'f16, bf16'],
    ];
    for (const [args, message] of refusals) {
      const { status, stderr } = await runCli(args);
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    }
  });

  it.skipIf(!fake)(
    'compares with cuSPARSE as it is, and says so; records of another storage do not count',
    async () => {
      const folder = tempFolder('storage');
      const spec = 'gen:stencil5:n=12';
      const matrix = generate(spec);
      const { matrix: stored, storageError } = asStored(matrix, 'bf16');
      writeFakeMatrix(join(folder, 'matrix.bin'), matrix);
      const env = { ...cudaEnv, ALPHASPARSE_FAKE_MATRIX: join(folder, 'matrix.bin') };
      const out = join(folder, 'cuda.jsonl');
      const bench = ['bench', spec, '--target', 'cuda', '--trials', '3', '--seed', '1', '--out', out, '--resume'];
      await runCli(bench, { env });
      writeFakeMatrix(join(folder, 'matrix.bin'), stored);
      const { stderr } = await runCli([...bench, '--value-storage', 'bf16'], { env });
      expect(stderr).not.toContain('already measured');
      expect(stderr).toContain('cuSPARSE default with values in f32 2.50 µs');
      const [plain, short] = readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(plain).not.toHaveProperty('valueStorage');
      expect(short).toMatchObject({ dtype: 'f32', valueStorage: 'bf16', best: { storageError } });
      const labels = (record: typeof short) =>
        record.baselines.map(({ name, values }: { name: string; values?: string }) => [
          name.startsWith('cusparse'),
          values,
        ]);
      expect(labels(plain).every(([, values]: [boolean, string?]) => values === undefined)).toBe(true);
      for (const [vendor, values] of labels(short)) expect(values).toBe(vendor ? 'f32' : undefined);
      expect(labels(short).some(([vendor]: [boolean]) => vendor)).toBe(true);
      expect((await runCli([...bench, '--value-storage', 'bf16'], { env })).stderr).toContain('already measured');
    },
  );
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchRecord } from '../../src/bench/record.js';
import { generate } from '../../src/matrix/generators/index.js';
import { installFakeCuda } from '../support/fakeCuda.js';
import { writeFakeMatrix } from '../support/fakeMatrix.js';
import { runCli } from './runCli.js';

const before = process.env.ALPHASPARSE_CACHE_DIR;
const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');
const cudaEnv = { ALPHASPARSE_CUDA_PATH: process.env.ALPHASPARSE_CUDA_PATH };
delete process.env.ALPHASPARSE_CUDA_PATH;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-bench-'));
  if (before === undefined) delete process.env.ALPHASPARSE_CACHE_DIR;
  else process.env.ALPHASPARSE_CACHE_DIR = before;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recordsOf(file: string): BenchRecord[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const spec = 'gen:stencil5:n=12';

describe('alphasparse bench', { timeout: 180_000 }, () => {
  it('records results and failures, one line each, and goes on from a cut line', async () => {
    const bad = join(folder, 'bad.mtx');
    writeFileSync(bad, '%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n');
    const out = join(folder, 'out', 'software.jsonl');
    const common = ['--device', 'software', '--trials', '3', '--seed', '1', '--out', out];
    const first = await runCli(['bench', bad, spec, ...common]);
    expect(first.status).toBe(0);
    expect(first.stdout).toContain('1 matrices measured, 1 failed');
    expect(first.stderr).toContain('[2/2] stencil5:n=12 (672 entries): ');
    const [failure, result] = recordsOf(out);
    expect(failure).toMatchObject({ source: 'bad.mtx', software: true });
    expect(failure.error).toMatch(/^unsupported: bad\.mtx:1: .*complex/);
    expect(failure.best).toBeUndefined();
    expect(result).toMatchObject({
      source: spec,
      backend: 'webgpu',
      budgetMs: 10_000,
      trialLimit: 3,
      seed: 1,
      matrix: { rows: 144, cols: 144, nnz: 672, maxRow: 5, meanRow: 672 / 144 },
      trials: { wrong: 0 },
    });
    expect(result.matrix?.rowCv).toBeCloseTo(Math.sqrt(5 / 18) / (14 / 3), 9);
    expect(result.best?.bytesPerNnz).toBeCloseTo((result.best?.bytes ?? 0) / 672, 9);
    expect(result.best?.arrays.length).toBeGreaterThan(0);
    expect(result.baselines?.some(({ name }) => name === 'csr-scalar')).toBe(true);

    const [line] = readFileSync(out, 'utf8').split('\n');
    writeFileSync(out, `${line}\n{"source":"gen:sten`);
    const second = await runCli(['bench', bad, spec, ...common, '--resume']);
    expect(second.stderr).toContain('bad.mtx: already measured');
    expect(recordsOf(out).map(({ source }) => source)).toEqual(['bad.mtx', spec]);
    const third = await runCli(['bench', bad, spec, ...common, '--seed', '2', '--resume', '--stop-after', '1ms']);
    expect(third.stdout).toContain('--resume goes on');
    expect(recordsOf(out).map(({ seed }) => seed)).toEqual([1, 1, 2]);
  });

  it('measures only its share of the matrices', async () => {
    const specs = ['gen:dense:n=4', 'gen:dense:n=5', 'gen:dense:n=6'];
    const common = ['--device', 'software', '--trials', '1', '--no-cache', '--quiet'];
    const sourcesOf = async (shard: string) => {
      const { stdout } = await runCli(['bench', ...specs, '--shard', shard, ...common]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).source);
    };
    expect(await sourcesOf('1/2')).toEqual([specs[0], specs[2]]);
    expect(await sourcesOf('2/2')).toEqual([specs[1]]);
    for (const shard of ['0/2', '3/2', '1']) {
      const { status, stderr } = await runCli(['bench', ...specs, '--shard', shard]);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('such as 1/4') });
    }
  });

  it('writes to stdout without --out, and takes lists, folders and WebGPU', async () => {
    const list = join(folder, 'list.txt');
    expect((await runCli(['convert', 'gen:diagonal:4', join(folder, 'tiny.mtx')])).status).toBe(0);
    writeFileSync(list, `# a comment\n${spec} # another\n\ntiny.mtx\n`);
    const args = ['--list', list, '--device', 'software', '--trials', '2', '--min-nnz', '10', '--webgpu-budget', '5s'];
    const { status, stdout, stderr } = await runCli(['bench', ...args]);
    expect(status).toBe(0);
    expect(stderr).toContain('tiny.mtx: 4 entries');
    const record: BenchRecord = JSON.parse(stdout);
    expect(record.source).toBe(spec);
    expect(record.webgpu).toMatchObject({ device: record.device, timeUs: expect.any(Number) });
  });

  it.each([
    [['bench', 'no-such-folder'], 4, 'no-such-folder cannot be read'],
    [['bench', spec, '--device', 'software', '--resume'], 2, '--resume needs --out'],
    [['bench', spec, '--webgpu-budget', 'soon'], 2, 'Give a time with its unit'],
  ])('refuses %j', async (args, code, message) => {
    const { status, stderr } = await runCli(args);
    expect(stderr).toContain(message);
    expect(status).toBe(code);
  });

  it.skipIf(!fake)('compares with cuSPARSE on CUDA', async () => {
    const file = join(folder, 'matrix.bin');
    writeFakeMatrix(file, generate(spec));
    const out = join(folder, 'cuda.jsonl');
    const env = { ...cudaEnv, ALPHASPARSE_FAKE_MATRIX: file };
    const { status, stderr } = await runCli(
      ['bench', spec, '--target', 'cuda', '--trials', '12', '--budget', '30s', '--out', out],
      { env },
    );
    expect(stderr).toContain('cuSPARSE default 2.50 µs');
    expect(status).toBe(0);
    const [record] = recordsOf(out);
    expect(record.error).toBeUndefined();
    expect(record).toMatchObject({ device: 'Fake H0', backend: 'cuda', software: false, trials: { wrong: 0 } });
    const vendor = record.baselines?.find(({ name }) => name === 'cusparse-csr');
    expect(vendor?.timeUs).toBeCloseTo(2.5, 3);
    expect(vendor?.coldUs).toBeCloseTo(7.5, 3);
    expect(record.best?.coldUs).toBeGreaterThan(0);
  });
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../src/matrix/generators/index.js';
import { installFakeCuda } from '../support/fakeCuda.js';
import { writeFakeMatrix } from '../support/fakeMatrix.js';

const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');

function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/gpu/test.mjs', ...args], options);
  return { status, stdout, last: stdout.trim().split('\n').at(-1) };
}

describe.skipIf(!fake)('the tests on a GPU, on a driver that plays on the host', () => {
  const spec = 'gen:stencil5:n=12';
  const file = join(fake?.folder ?? '', 'matrix.bin');
  const env = { ALPHASPARSE_FAKE_MATRIX: file };

  it('pass where every kernel is right', () => {
    writeFakeMatrix(file, generate(spec));
    const { status, stdout, last } = run(['--dtypes', 'f32', spec], env);
    expect(stdout).toContain('CUDA: Fake H0');
    expect(last).toMatch(
      /^\d{2} passed, \d failed, \d+ do not suit their matrix, in \d+ s; skipped: WebGPU, compute-s/,
    );
    // The fake's blocks have at most 1024 threads and its kernels all the same result: none may fail.
    expect(stdout).not.toContain('FAILED');
    expect(status).toBe(0);
  });

  it('fail by as many as are wrong', () => {
    writeFakeMatrix(file, generate('gen:stencil5:n=12,seed=2'));
    const { status, stdout, last } = run(['--dtypes', 'f32', spec], env);
    expect(stdout).toContain('CUDA f32 stencil5:n=12 csr-scalar: first multiplication is wrong: y[');
    expect(last).toMatch(/^0 passed, /);
    expect(status).toBe(Number(/(\d+) failed/.exec(last ?? '')?.[1]));
    expect(status).toBeGreaterThan(20);
  });

  it('are skipped where there is no CUDA', () => {
    const { status, stdout, last } = run([spec], { ALPHASPARSE_CUDA_PATH: '', PATH: '' });
    expect(stdout).toContain('skip: CUDA is not available');
    expect(last).toMatch(/^0 passed, 0 failed/);
    expect(status).toBe(0);
  });
});

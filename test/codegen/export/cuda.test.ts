import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportKernel } from '../../../src/codegen/export.js';
import type { KernelSource } from '../../../src/codegen/kernelSource.js';
import { handKernel, matrix } from './handKernels.js';

const has = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;
const nvcc = has('nvcc', '--version');
const python = has('python3', '--version');
const compiler = has('cc', '--version');
for (const [name, present] of Object.entries({ nvcc, python3: python, cc: compiler })) {
  if (!present) console.log(`skipped: tests of the CUDA export that need ${name}, which is not installed`);
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const doubles = handKernel('cuda').source.replaceAll('float', 'double');
const variants: [string, Partial<KernelSource>, string | undefined][] = [
  ['plain', {}, undefined],
  ['f64 with a clear', { dtype: 'f64', source: doubles, clearsY: true }, 'heat'],
];

describe.each(variants)('the CUDA export, %s', (name, changes, prefix) => {
  let target: string;
  beforeAll(async () => {
    target = join(folder, name.replaceAll(' ', '-'));
    await exportKernel(handKernel('cuda', changes), matrix, target, { prefix });
  });

  it.skipIf(!nvcc)(
    'compiles without warnings',
    () => {
      const sources = ['main.cu', 'spmv.cu'];
      const flags = ['-arch=sm_90', '-Werror', 'all-warnings', '-Xcompiler', '-Wall,-Wextra', '-o', 'spmv'];
      const result = spawnSync('nvcc', [...flags, ...sources], { cwd: target, encoding: 'utf8' });
      expect(result.stderr + result.stdout).toBe('');
      expect(result.status).toBe(0);
    },
    180_000,
  );

  it.skipIf(!compiler)('has a header that is plain C', () => {
    const flags = ['-std=c99', '-Wall', '-Wextra', '-pedantic', '-Werror', '-fsyntax-only', '-x', 'c', 'spmv.h'];
    const result = spawnSync('cc', flags, { cwd: target, encoding: 'utf8' });
    expect(result.stderr).toBe('');
  });

  it.skipIf(!python)('has a Python module that parses', () => {
    const program = 'import ast, sys; ast.parse(open("spmv.py").read())';
    const result = spawnSync('python3', ['-c', program], { cwd: target, encoding: 'utf8' });
    expect(result.stderr).toBe('');
  });

  it('clears y exactly when the kernel adds to it', () => {
    const clears = changes.clearsY === true;
    expect(readFileSync(join(target, 'spmv.cu'), 'utf8').includes('cudaMemsetAsync')).toBe(clears);
    expect(readFileSync(join(target, 'spmv.py'), 'utf8').includes('y.fill(0)')).toBe(clears);
  });
});

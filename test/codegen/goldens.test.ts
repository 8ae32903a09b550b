import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileWgsl } from '../../src/device/nullBackend.js';
import { nvccCheck } from '../support/nvcc.js';

const goldens = readdirSync('test/golden').sort();
const read = (file: string) => readFileSync(`test/golden/${file}`, 'utf8');

describe('goldens', () => {
  it.each(goldens.filter((file) => file.endsWith('.wgsl')))('%s compiles on the null backend', async (file) => {
    expect(await compileWgsl(read(file))).toEqual([]);
  });

  const sources = goldens.filter((file) => file.endsWith('.cu'));
  const nvcc = nvccCheck('') !== 'skipped';
  if (!nvcc) console.log(`skipped: compiling ${sources.length} CUDA goldens, nvcc is not installed`);
  it.skipIf(!nvcc)(`${sources.length} CUDA goldens compile for Hopper`, () => {
    // One file with a namespace each: a start of nvcc costs more than a kernel.
    const all = sources.map((file) =>
      read(file)
        .replaceAll('extern "C" ', '')
        .replace(/^/, `namespace ${file.slice(0, -3).replaceAll('.', '_')} {\n`),
    );
    const check = nvccCheck(all.map((source) => `${source}\n}`).join('\n'));
    expect(check).toMatchObject({ ok: true, log: '' });
  });
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportKernel, manifestSchema } from '../../../src/codegen/export.js';
import { handKernel, matrix } from './handKernels.js';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'alphasparse-')), 'out');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('exportKernel', () => {
  it('writes the files of a WGSL export, all named in its manifest', async () => {
    const written = await exportKernel(handKernel('wgsl'), matrix, folder);
    const names = ['README.md', 'indices.bin', 'kernel.wgsl', 'manifest.json', 'slots.bin', 'spmv.ts', 'values.bin'];
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(written.sort()).toEqual(names.map((name) => join(folder, name)));
    const manifest = manifestSchema.parse(JSON.parse(read('manifest.json')));
    expect([...manifest.files].sort()).toEqual(names);
    expect(manifest).toMatchObject({ entry: 'spmv', grid: [1, 1], features: [], matrix: { name: 'tiny' } });
    expect(manifest.arguments.map(({ name, position, length }) => [name, position, length])).toEqual([
      ['x', 0, 4],
      ['y', 1, 5],
      ['values', 2, 7],
      ['indices', 3, 16],
    ]);
  });

  it('writes the arrays little-endian, in the order of the slots', async () => {
    const slots = Int32Array.of(6, -1, 0, 1, 2, 3, 4, 5);
    await exportKernel(handKernel('wgsl', { slots }), matrix, folder);
    const values = new Float32Array(new Uint8Array(readFileSync(join(folder, 'values.bin'))).buffer);
    expect([...values]).toEqual([7, -0, 1, 2, 3, -4, 5, 0.5]);
    const stored = new Int32Array(new Uint8Array(readFileSync(join(folder, 'slots.bin'))).buffer);
    expect([...stored]).toEqual([...slots]);
  });

  it('leaves out the arguments whose arrays are empty', async () => {
    const kernel = handKernel('cuda', { indices: new Uint32Array(), arrays: [] });
    await exportKernel(kernel, matrix, folder);
    expect(read('spmv.cu')).toContain('(x, y, values);');
    expect(read('spmv.py')).toContain('(x, y, self.values)');
    const manifest = manifestSchema.parse(JSON.parse(read('manifest.json')));
    expect(manifest.arguments.map(({ name }) => name)).toEqual(['x', 'y', 'values']);
  });

  it('gives arrays of one name, as branches have, macros of their own', async () => {
    const [array] = handKernel('cuda').arrays;
    const arrays = [array, { ...array, byteOffset: 32 }];
    await exportKernel(handKernel('cuda', { arrays }), matrix, folder);
    expect(read('spmv.h')).toContain('#define SPMV_ROW_OFFSETS_OFFSET 0 ');
    expect(read('spmv.h')).toContain('#define SPMV_ROW_OFFSETS_2_OFFSET 32 ');
  });

  it('names the features and the limits that the kernel needs', async () => {
    const source = `enable subgroups, f16;\n${handKernel('wgsl').source}`;
    await exportKernel(handKernel('wgsl', { source, threads: 1024 }), matrix, folder);
    expect(JSON.parse(read('manifest.json')).features).toEqual(['shader-f16', 'subgroups']);
    expect(read('spmv.ts')).toContain('maxComputeInvocationsPerWorkgroup: 1024');
  });

  it('checks the subgroup size only in kernels that depend on it', async () => {
    await exportKernel(handKernel('wgsl'), matrix, folder, { subgroupSize: 32 });
    expect(JSON.parse(read('manifest.json')).subgroupSize).toBeUndefined();
    const source = `enable subgroups;\n${handKernel('wgsl').source}`;
    await exportKernel(handKernel('wgsl', { source }), matrix, folder, { subgroupSize: 32 });
    expect(JSON.parse(read('manifest.json')).subgroupSize).toBe(32);
    expect(read('spmv.ts')).toContain('subgroupMinSize < 32');
  });

  it('puts the prefix before every exported name', async () => {
    await exportKernel(handKernel('cuda'), matrix, folder, { prefix: 'heat_3d' });
    expect(read('kernel.cu')).toContain('void heat_3d_spmv(');
    expect(read('spmv.h')).toContain('#define HEAT_3D_SPMV_ROWS 5');
    expect(read('spmv.h')).toContain('int heat_3d_spmv_launch(');
    expect(read('spmv.py')).toContain('class Heat3dSpmv:');
    await exportKernel(handKernel('wgsl'), matrix, folder, { prefix: 'heat_3d' });
    expect(read('spmv.ts')).toContain('function createHeat3dSpmv(');
    expect(read('kernel.wgsl')).toContain('fn heat_3d_spmv(');
  });

  it.each(['2d', 'a-b', '_a', 'a b'])('refuses the prefix %j', async (prefix) => {
    await expect(exportKernel(handKernel('cuda'), matrix, folder, { prefix })).rejects.toMatchObject({ code: 'usage' });
  });

  it('refuses f16', async () => {
    const kernel = handKernel('wgsl', { dtype: 'f16' });
    await expect(exportKernel(kernel, matrix, folder)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('the folder of an export', () => {
  it('is replaced when it holds an earlier export, stale files removed, others kept', async () => {
    await exportKernel(handKernel('cuda'), matrix, folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await exportKernel(handKernel('wgsl'), matrix, folder);
    expect(readdirSync(folder)).not.toContain('kernel.cu');
    expect(readdirSync(folder)).toContain('kernel.wgsl');
    expect(read('notes.txt')).toBe('mine');
  });

  it('is refused when it holds other files, unless forced', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const refusal = {
      code: 'usage',
      message: expect.stringContaining('notes.txt'),
      hint: expect.stringContaining('--force'),
    };
    await expect(exportKernel(handKernel('wgsl'), matrix, folder)).rejects.toMatchObject(refusal);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    await exportKernel(handKernel('wgsl'), matrix, folder, { force: true });
    expect(readdirSync(folder)).toContain('manifest.json');
  });

  it('is refused when its manifest is of another tool', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'manifest.json'), '{"schema":"other"}');
    await expect(exportKernel(handKernel('wgsl'), matrix, folder)).rejects.toMatchObject({ code: 'usage' });
    expect(read('manifest.json')).toBe('{"schema":"other"}');
  });

  it('never removes files outside, whatever an earlier manifest names', async () => {
    mkdirSync(folder);
    const outside = join(folder, '..', 'outside.txt');
    writeFileSync(outside, 'keep');
    const manifest = { schema: 'alphasparse-export/1', files: ['../outside.txt', 'manifest.json'] };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await exportKernel(handKernel('wgsl'), matrix, folder);
    expect(readFileSync(outside, 'utf8')).toBe('keep');
  });

  it('may hold the log and report of the tuning', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'trials.jsonl'), '');
    await exportKernel(handKernel('wgsl'), matrix, folder);
    expect(readdirSync(folder)).toContain('trials.jsonl');
  });

  it('must not be a file', async () => {
    writeFileSync(folder, '');
    await expect(exportKernel(handKernel('wgsl'), matrix, folder)).rejects.toMatchObject({ code: 'usage' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/device/device.js';
import { verify } from '../../src/device/verify.js';
import { openWebgpu } from '../../src/device/webgpu.js';
import type { WebgpuLimits } from '../../src/device/webgpuGpu.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { csrScalar, matrixOf } from './fixtures/csrScalar.js';

let device: Device;
beforeAll(async () => {
  device = await openWebgpu({ adapter: 'software' });
}, 60_000);
afterAll(() => device?.close());

const xOf = (cols: number) => Float32Array.from({ length: cols }, (_, i) => 0.5 + ((i * 7) % 11) / 10);
const row = (cols: number[]) => cols.map((col) => [col, col + 0.25] as const);
const matrices: Record<string, CsrMatrix> = {
  '1x1': matrixOf([[[0, -3]]], 1),
  '0x0': matrixOf([], 0),
  'no entries': matrixOf([[], [], []], 5),
  'no rows': matrixOf([], 4),
  'no columns': matrixOf([[], []], 0),
  'empty rows': matrixOf([[], row([0, 2]), [], [], row([1]), []], 3),
  wide: matrixOf([row([0, 999, 5000]), row([4999])], 5001),
  tall: matrixOf(
    Array.from({ length: 5000 }, (_, r) => row(r % 3 === 0 ? [] : [r % 2, 2])),
    3,
  ),
};

describe('webgpu on the software device', () => {
  it('describes itself', () => {
    expect(device.info).toMatchObject({ backend: 'webgpu', software: true, dtypes: ['f32'] });
    expect(device.info.target).toMatchObject({ language: 'wgsl', subgroupSize: 4, maxThreads: 256 });
    expect(device.info.target.maxBindingBytes).toBeGreaterThan(2 ** 27);
  });

  for (const [name, matrix] of Object.entries(matrices)) {
    it(`multiplies and times: ${name}`, async () => {
      const kernel = await device.prepare(csrScalar(matrix), matrix.data);
      const x = xOf(matrix.cols);
      const y = await kernel.multiply(x);
      expect(verify(matrix, y, x, 'f32')).toMatchObject({ ok: true });
      const timing = await kernel.time({ budgetMs: 2 });
      expect(timing.method).toBe('timestamp');
      expect(timing.warmUs).toBeGreaterThan(0);
      kernel.close();
    });
  }

  it('spreads a launch over two dimensions past 65,535 blocks', async () => {
    const matrix = matrixOf([row([0])], 1);
    const plain = csrScalar(matrix);
    const rows = 65_600;
    const source = plain.source
      .replace(/64(u?)/g, '1$1')
      .replace('row >= 1u', `row >= ${rows}u`)
      .replace(/for[^}]*}/, 'sum = f32(row);');
    const kernel = await device.prepare({ ...plain, source, rows, threads: 1, blocks: rows }, matrix.data);
    const y = await kernel.multiply([1]);
    expect(y[65_599]).toBe(65_599);
    expect(y.every((value, r) => value === r)).toBe(true);
  });

  it('shows a row that the kernel does not write as NaN', async () => {
    const matrix = matrices['empty rows'];
    const plain = csrScalar(matrix);
    const source = plain.source.replace('y[row] =', 'if (row != 4u) { y[row] =').replace('(sum);', '(sum); }');
    const kernel = await device.prepare({ ...plain, source }, matrix.data);
    for (let run = 0; run < 2; run++) {
      const y = await kernel.multiply(xOf(3));
      expect(y[4]).toBeNaN();
      expect(verify(matrix, y, xOf(3), 'f32')).toMatchObject({ ok: false, row: 4, worst: Number.POSITIVE_INFINITY });
    }
  });

  it('clears y before every launch of a kernel that adds to it', async () => {
    const matrix = matrices.wide;
    const plain = csrScalar(matrix);
    const source = plain.source.replace('y[row] =', 'y[row] = y[row] +');
    const kernel = await device.prepare({ ...plain, source, clearsY: true }, matrix.data);
    const x = xOf(matrix.cols);
    await kernel.time({ budgetMs: 1 });
    expect(verify(matrix, await kernel.multiply(x), x, 'f32').ok).toBe(true);
    const unclear = await device.prepare({ ...plain, source }, matrix.data);
    expect((await unclear.multiply(x))[0]).toBeNaN();
  });

  it('takes new values and keeps concurrent calls apart', async () => {
    const matrix = matrices['empty rows'];
    const kernel = await device.prepare(csrScalar(matrix), matrix.data);
    const [first, second] = await Promise.all([kernel.multiply([1, 0, 0]), kernel.multiply([0, 0, 1])]);
    expect([first[1], second[1]]).toEqual([0.25, 2.25]);
    kernel.updateValues([10, 20, 30]);
    expect((await kernel.multiply([1, 1, 1]))[1]).toBe(30);
  });

  it('measures cold caches where asked', async () => {
    const matrix = matrices.wide;
    const kernel = await device.prepare(csrScalar(matrix), matrix.data);
    const timing = await kernel.time({ budgetMs: 1, cold: true });
    expect(timing.coldUs).toBeGreaterThan(0);
  });

  it('stops after the first sample above the given time', async () => {
    const matrix = matrices.tall;
    const kernel = await device.prepare(csrScalar(matrix), matrix.data);
    expect(await kernel.time({ budgetMs: 50, stopAboveUs: 1e-3, cold: true })).toMatchObject({
      samples: 1,
      spreadUs: 0,
    });
  });

  it('refuses x of the wrong length and calls after close', async () => {
    const matrix = matrices['1x1'];
    const kernel = await device.prepare(csrScalar(matrix), matrix.data);
    await expect(kernel.multiply([1, 2])).rejects.toMatchObject({ code: 'usage' });
    kernel.close();
    await expect(kernel.multiply([1])).rejects.toMatchObject({
      code: 'runtime',
      message: 'Kernel csrScalar is closed.',
    });
    expect(() => kernel.updateValues([1])).toThrow('closed');
  });

  it('reports compile errors with line, column and the source line', async () => {
    const matrix = matrices['1x1'];
    const plain = csrScalar(matrix);
    const source = plain.source.replace('(sum);', '(total);');
    const line = source.split('\n').findIndex((text) => text.includes('total')) + 1;
    await expect(device.prepare({ ...plain, source }, matrix.data)).rejects.toMatchObject({
      code: 'compile',
      message: `Kernel csrScalar does not compile:\n${line}:16: unresolved value 'total'\n    y[row] = f32(total);\n${' '.repeat(17)}^`,
    });
  });

  it('reports an entry point that is missing and a binding that does not match', async () => {
    const matrix = matrices['1x1'];
    const plain = csrScalar(matrix);
    await expect(device.prepare({ ...plain, name: 'other' }, matrix.data)).rejects.toMatchObject({ code: 'compile' });
    const source = plain.source.replace('@binding(2)', '@binding(7)');
    await expect(device.prepare({ ...plain, source }, matrix.data)).rejects.toMatchObject({ code: 'compile' });
  });

  it('refuses f64, f16 and CUDA', async () => {
    const matrix = matrices['1x1'];
    for (const dtype of ['f64', 'f16'] as const) {
      await expect(device.prepare({ ...csrScalar(matrix), dtype }, matrix.data)).rejects.toThrow(`has no ${dtype}`);
    }
    await expect(device.prepare({ ...csrScalar(matrix), language: 'cuda' }, matrix.data)).rejects.toThrow('WGSL');
  });
});

describe('lowered limits', () => {
  it.each<[Partial<WebgpuLimits>, string]>([
    [
      { maxStorageBufferBindingSize: 1024 },
      'x takes 20016 bytes, above the 1024 that SwiftShader allows (maxStorageBufferBindingSize)',
    ],
    [{ maxBufferSize: 512 }, 'x takes 20016 bytes, above the 512 that SwiftShader allows (maxBufferSize)'],
    [{ maxComputeInvocationsPerWorkgroup: 32 }, 'A block has 64 threads, above the 32'],
    [{ maxStorageBuffersPerShaderStage: 3 }, 'It binds 4 buffers, above the 3'],
  ])('refuses before upload: %j', async (limits, message) => {
    const small = await openWebgpu({ adapter: 'software', limits });
    try {
      const matrix = matrices.wide;
      const refusal = small.prepare(csrScalar(matrix), matrix.data);
      await expect(refusal).rejects.toMatchObject({ code: 'limit', message: expect.stringContaining(message) });
      expect(small.info.target.maxThreads).toBe(limits.maxComputeInvocationsPerWorkgroup ?? 256);
    } finally {
      await small.close();
    }
  });
});

describe('a closed device', () => {
  it('refuses kernels, and closing twice is harmless', async () => {
    const other = await openWebgpu({ adapter: 'software' });
    const matrix = matrices['1x1'];
    const kernel = await other.prepare(csrScalar(matrix), matrix.data);
    await other.close();
    await other.close();
    await expect(other.prepare(csrScalar(matrix), matrix.data)).rejects.toMatchObject({ code: 'runtime' });
    await expect(kernel.multiply([1])).rejects.toMatchObject({ code: 'runtime' });
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asStored } from '../../src/codegen/storedValues.js';
import { verify } from '../../src/device/verify.js';
import { transpose } from '../../src/matrix/csr.js';
import { createRandom } from '../../src/random.js';
import { tune } from '../../src/tune.js';
import type { TuneOptions } from '../../src/tuneTypes.js';
import { settingsOf } from '../../src/tuning/settings.js';
import { scattered } from '../support/matrices.js';

let folder: string;
const before = process.env.ALPHASPARSE_CACHE_DIR;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-storage-'));
  process.env.ALPHASPARSE_CACHE_DIR = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env.ALPHASPARSE_CACHE_DIR;
  else process.env.ALPHASPARSE_CACHE_DIR = before;
  rmSync(folder, { recursive: true, force: true });
});

const random = createRandom(8);
const matrix = scattered({ rows: 60, cols: 50, entries: 400 }, random);
const x = Float32Array.from({ length: 50 }, () => random.next() - 0.5);
const software: TuneOptions = { device: 'software', seed: 1, trials: 3 };

describe('tune with values in 16 bits', { timeout: 120_000 }, () => {
  it('is right about the rounded values, reports the error, and rounds new values', async () => {
    const kernel = await tune(matrix, { ...software, cache: false, valueStorage: 'f16' });
    const { matrix: stored, storageError } = asStored(matrix, 'f16');
    expect(kernel.report.trials).toMatchObject({ wrong: 0 });
    expect(kernel.report.best.storageError).toEqual(storageError);
    expect(kernel.source.valueStorage).toBe('f16');
    // The bounds of f32 hold for the stored values, and do not for the given ones: those are what f16 has moved.
    const y = await kernel.multiply(x);
    expect(verify(stored, y, x, 'f32').ok).toBe(true);
    expect(verify(matrix, y, x, 'f32').ok).toBe(false);

    const data = matrix.data.map((value) => value / 7) as Float64Array;
    kernel.updateValues(data);
    expect(verify(asStored({ ...matrix, data }, 'f16').matrix, await kernel.multiply(x), x, 'f32').ok).toBe(true);
    expect(() => kernel.updateValues(data.fill(1e5))).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('largest magnitude is 100000') }),
    );
    const out = join(folder, 'export');
    await kernel.export(out);
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toMatchObject({ valueStorage: 'f16' });
    await kernel.close();
  });

  it('keeps caches and logs of each storage apart', async () => {
    const tuned = async (options: TuneOptions) => {
      const kernel = await tune(matrix, { ...software, ...options });
      await kernel.close();
      return kernel;
    };
    const [plain, f16, bf16] = [{}, { valueStorage: 'f16' }, { valueStorage: 'bf16' }] as const;
    expect((await tuned(plain)).report.cached).toBe(false);
    const first = await tuned(f16);
    expect(first.report.cached).toBe(false);
    const again = await tuned(f16);
    expect(again.report).toMatchObject({ cached: true, best: { storageError: first.report.best.storageError } });
    expect(again.source.valueStorage).toBe('f16');
    expect((await tuned(bf16)).report.cached).toBe(false);
    expect((await tuned(plain)).source).not.toHaveProperty('valueStorage');

    const logFile = join(folder, 'own.jsonl');
    await tuned({ logFile, cache: false, valueStorage: 'bf16' });
    for (const other of [plain, f16]) {
      const resumed = tune(matrix, { ...software, ...other, logFile, cache: false, resume: true });
      await expect(resumed).rejects.toThrow(/valueStorage is bf16 there and (none|f16) now/);
    }
  });

  it('goes with the transpose', async () => {
    const kernel = await tune(matrix, { ...software, cache: false, valueStorage: 'bf16', transpose: true });
    const long = Float32Array.from({ length: 60 }, (_, i) => Math.sin(i));
    const { matrix: stored } = asStored(transpose(matrix), 'bf16');
    expect(verify(stored, await kernel.multiply(long), long, 'f32').ok).toBe(true);
    kernel.updateValues(matrix.data.map((value) => -value));
    const negative = (await kernel.multiply(long)).map((value) => -value);
    expect(verify(stored, negative, long, 'f32').ok).toBe(true);
    await kernel.close();
  });

  it('refuses values that do not fit before anything runs', async () => {
    const large = { ...matrix, data: matrix.data.map((value) => 1e6 * value) as Float64Array };
    await expect(tune(large, { target: 'cuda', device: 99, valueStorage: 'f16' })).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('bf16'),
    });
  });

  it('is refused with dtype f16 and in types that there are not', () => {
    expect(() => settingsOf({ dtype: 'f16', valueStorage: 'bf16' })).toThrow(
      'with dtype f16 all values are stored as f16',
    );
    expect(() => settingsOf({ valueStorage: 'fp8' as 'f16' })).toThrow("valueStorage is 'fp8'; it must be f16 or bf16");
    expect(settingsOf({ dtype: 'f64', valueStorage: 'bf16' })).toMatchObject({ valueStorage: 'bf16' });
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CsrMatrix } from '../src/matrix/csrMatrix.js';
import { createRandom } from '../src/random.js';
import { tune } from '../src/tune.js';
import type { TuneOptions } from '../src/tuneTypes.js';

let folder: string;
const before = process.env.ALPHASPARSE_CACHE_DIR;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-tune-'));
  process.env.ALPHASPARSE_CACHE_DIR = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env.ALPHASPARSE_CACHE_DIR;
  else process.env.ALPHASPARSE_CACHE_DIR = before;
  rmSync(folder, { recursive: true, force: true });
});

const software = { device: 'software', budget: '60s', seed: 1 } as const;

function randomMatrix(rows: number, cols: number, seed: number): CsrMatrix {
  const random = createRandom(seed);
  const indptr = new Int32Array(rows + 1);
  const indices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) if (random.next() < 0.1) indices.push(c);
    indptr[r + 1] = indices.length;
  }
  const data = Float64Array.from(indices, () => random.next() - 0.5);
  return { name: 'random', rows, cols, nnz: indices.length, indptr, indices: Int32Array.from(indices), data };
}

function multiply({ rows, indptr, indices, data }: CsrMatrix, x: ArrayLike<number>): number[] {
  return Array.from({ length: rows }, (_, r) => {
    let sum = 0;
    for (let i = indptr[r]; i < indptr[r + 1]; i++) sum += data[i] * x[indices[i]];
    return sum;
  });
}

function expectClose(got: ArrayLike<number>, want: readonly number[]) {
  expect(got.length).toBe(want.length);
  for (const [i, value] of want.entries()) expect(got[i]).toBeCloseTo(value, 4);
}

const matrix = randomMatrix(60, 50, 3);
const x = Float64Array.from({ length: 50 }, (_, i) => Math.sin(i));

/** Tunes, hands the kernel over, and closes it. */
async function tuned<T>(A: CsrMatrix, options: TuneOptions, use: (kernel: Awaited<ReturnType<typeof tune>>) => T) {
  const kernel = await tune(A, { ...software, ...options });
  try {
    return await use(kernel);
  } finally {
    await kernel.close();
  }
}

describe('tune', { timeout: 120_000 }, () => {
  it('ends early when its patience does', async () => {
    // Not into the cache: the next test is to search.
    await tuned(matrix, { trials: 300, patience: 2, cache: false }, async ({ report }) => {
      expect(report.stopped).toBe('no progress');
      expect(report.trials.ok).toBeLessThan(300);
    });
    await expect(tune(matrix, { ...software, patience: 0 })).rejects.toMatchObject({ code: 'usage' });
  });

  it('returns a verified kernel with its report', async () => {
    await tuned(matrix, { trials: 12 }, async (kernel) => {
      const { report } = kernel;
      expect(report.trials.ok).toBeGreaterThanOrEqual(6);
      expect(report.trials.wrong).toBe(0);
      expect(report.best.gflops).toBeCloseTo((2e-3 * matrix.nnz) / report.best.timeUs, 6);
      expect(report.baselines.map((baseline) => baseline.name)).toContain('csr-scalar');
      expect(report).toMatchObject({ interrupted: false, cached: false, stopped: 'trials' });
      expect(report.seconds.total).toBeGreaterThan(report.seconds.compile);
      expect(report.breakEven!.map(({ name }) => name)).toEqual(report.baselines.map(({ name }) => name));
      expect(readFileSync(report.logFile!, 'utf8').split('\n').length).toBe(1 + 12 + 1);

      expectClose(await kernel.multiply(x), multiply(matrix, x));
      const y = Array.from({ length: 60 }, (_, i) => i / 10);
      const scaled = multiply(matrix, x).map((value, i) => 2 * value - 3 * y[i]);
      expectClose(await kernel.multiply(x, { alpha: 2, beta: -3, y }), scaled);
      const unread = y.map(() => Number.NaN);
      expectClose(
        await kernel.multiply(x, { alpha: -1, y: unread }),
        multiply(matrix, x).map((value) => -value),
      );

      const data = matrix.data.map((value) => 2 * value + 1) as Float64Array;
      kernel.updateValues(data);
      expectClose(await kernel.multiply(x), multiply({ ...matrix, data }, x));

      await expect(kernel.multiply(x.slice(1))).rejects.toMatchObject({ code: 'usage' });
      await expect(kernel.multiply(x, { beta: 1 })).rejects.toThrow('y is required');
      expect(() => kernel.updateValues([1])).toThrow(`data has 1 entries; it must have ${matrix.nnz}`);
      await kernel.close();
      await expect(kernel.multiply(x)).rejects.toThrow('closed');
    });
  });

  it('takes the kernel from the cache, verified, and not for a longer search or other values of options', async () => {
    const B = randomMatrix(30, 30, 4);
    const first = await tuned(B, { trials: 3 }, (kernel) => kernel.report);
    await tuned({ ...B, data: B.data.map((value) => -value) as Float64Array }, { trials: 3 }, async (kernel) => {
      expect(kernel.report).toMatchObject({ cached: true, best: { hash: first.best.hash } });
      const ones = new Float64Array(30).fill(1);
      expectClose(
        await kernel.multiply(ones),
        multiply(B, ones).map((value) => -value),
      );
    });
    expect(await tuned(B, { trials: 4 }, (kernel) => kernel.report.cached)).toBe(false);
  });

  it('without the cache leaves nothing there', async () => {
    const B = randomMatrix(30, 30, 6);
    const left = () =>
      readdirSync(join(folder, 'tuned'), { recursive: true }).concat(readdirSync(join(folder, 'trials')));
    await tuned(B, { trials: 3 }, () => {});
    const before = left();
    const C = randomMatrix(30, 30, 7);
    const options = { trials: 3, cache: false };
    for (const A of [B, C]) {
      const report = await tuned(A, options, (kernel) => kernel.report);
      expect(report.cached).toBe(false);
      expect(report).not.toHaveProperty('logFile');
    }
    expect(left()).toEqual(before);
    await expect(tune(C, { ...software, ...options, resume: true })).rejects.toThrow('no trial log to resume');
  });

  it('continues a log', async () => {
    const logFile = join(folder, 'own', 'log.jsonl');
    const B = randomMatrix(30, 30, 5);
    const seen: number[] = [];
    const common = { logFile, cache: false, onTrial: (trial: { index: number }) => seen.push(trial.index) };
    await tuned(B, { ...common, trials: 4 }, () => {});
    const report = await tuned(B, { ...common, trials: 6, resume: true }, (kernel) => kernel.report);
    expect(report.trials.ok).toBeGreaterThanOrEqual(4);
    expect(seen).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 4, 5]);
    await expect(tune(B, { ...software, ...common, seed: 2, resume: true })).rejects.toMatchObject({ code: 'usage' });
  });

  it('returns the best so far when the signal fires, and rejects before there is one', async () => {
    const controller = new AbortController();
    const onTrial = (trial: { index: number }) => trial.index === 2 && controller.abort();
    const options = {
      cache: false,
      signal: controller.signal,
      onTrial: (trial: { index: number }) => void onTrial(trial),
    };
    const report = await tuned(matrix, options, (kernel) => kernel.report);
    expect(report).toMatchObject({ interrupted: true, stopped: 'aborted', trials: { ok: 3 } });
    await expect(tune(matrix, { ...software, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([
    ['no entries', { rows: 5, cols: 4 }],
    ['no rows', { rows: 0, cols: 4 }],
    ['no columns', { rows: 5, cols: 0 }],
  ])('a matrix with %s gives zeros', async (_name, { rows, cols }) => {
    const empty: CsrMatrix = {
      name: 'empty',
      rows,
      cols,
      nnz: 0,
      indptr: new Int32Array(rows + 1),
      indices: new Int32Array(0),
      data: new Float64Array(0),
    };
    await tuned(empty, { cache: false }, async (kernel) => {
      expect(Array.from(await kernel.multiply(new Float64Array(cols)))).toEqual(new Array(rows).fill(0));
      expect(kernel.report.best.gflops).toBe(0);
    });
  });

  it.each([
    [{ trials: 0 }, 'trials is 0'],
    [{ trials: 1.5 }, 'trials is 1.5'],
    [{ budget: 'soon' }, "budget is 'soon'"],
    [{ budget: -1 }, "budget is '-1'"],
    [{ seed: 0.5 }, 'seed is 0.5'],
    [{ dtype: 'f64' }, 'has no f64'],
  ] as [TuneOptions, string][])('refuses %j', async (options, message) => {
    await expect(tune(matrix, { ...software, ...options })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CudaDevice } from '../../../src/device/cuda/index.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { installFakeCuda } from '../../support/fakeCuda.js';

const fake = installFakeCuda();
if (!fake) console.log('skip: no C compiler for the fake CUDA driver');

/** 40 rows of 1 to 3 entries: two slices of SELL, no dense blocks. */
const rows = 40;
const lengths = Array.from({ length: rows }, (_, row) => 1 + (row % 3));
const indptr = Int32Array.of(0, ...lengths.map((_, row) => lengths.slice(0, row + 1).reduce((a, b) => a + b)));
const indices = Int32Array.from(lengths.flatMap((length, row) => Array.from({ length }, (_, k) => (row % 7) + 5 * k)));
const matrix: CsrMatrix = {
  name: 'uneven',
  rows,
  cols: 20,
  nnz: indices.length,
  indptr,
  indices,
  data: Float64Array.from(indices, (_, k) => 1 + k / 10),
};

describe.skipIf(!fake)('cusparseBaselines, on a cuSPARSE that plays on the host', () => {
  let device: CudaDevice;
  let cuda: typeof import('../../../src/device/cuda/index.js');

  beforeAll(async () => {
    cuda = await import('../../../src/device/cuda/index.js');
    device = await cuda.openCuda();
  });
  afterAll(() => device.close());

  it('times what works and says why the rest does not', async () => {
    const results = await cuda.cusparseBaselines(device, matrix, 'f32', { budgetMs: 1, cold: true });
    const good = { timeUs: expect.closeTo(2.5, 3), coldUs: expect.closeTo(7.5, 3), ok: true };
    const bad = (reason: RegExp) => ({ timeUs: Number.NaN, ok: false, reason: expect.stringMatching(reason) });
    expect(Object.fromEntries(results.map(({ name, ...rest }) => [name, rest]))).toEqual({
      'cusparse-csr': good,
      'cusparse-csr-alg1': good,
      'cusparse-csr-alg1-preprocess': good,
      'cusparse-csr-alg2': bad(/wrong result: y\[0\]/),
      'cusparse-csr-alg2-preprocess': bad(/wrong result: y\[0\]/),
      'cusparse-coo-alg1': good,
      'cusparse-coo-alg2': bad(/cusparseSpMV_bufferSize failed: CUSPARSE_STATUS_NOT_SUPPORTED/),
      'cusparse-sell': good,
      'cusparse-bsr2': bad(/padding/),
      'cusparse-bsr3': bad(/padding/),
      'cusparse-bsr4': bad(/padding/),
      'cusparse-bsr6': bad(/padding/),
    });
    expect(fake!.counters.live()).toBe(0);
    expect(fake!.counters.handles()).toBe(1); // the stream of the device
  });

  it('runs only the variants asked for, and reports functions that the library lacks', async () => {
    const dense: CsrMatrix = {
      ...matrix,
      rows: 2,
      cols: 2,
      nnz: 4,
      indptr: Int32Array.of(0, 2, 4),
      indices: Int32Array.of(0, 1, 0, 1),
      data: Float64Array.of(1, 2, 3, 4),
    };
    const names = ['cusparse-bsr2', 'cusparse-coo-alg1'];
    expect(await cuda.cusparseBaselines(device, dense, 'f32', { budgetMs: 1, names })).toEqual([
      { name: 'cusparse-coo-alg1', timeUs: expect.closeTo(2.5, 3), ok: true },
      { name: 'cusparse-bsr2', timeUs: Number.NaN, ok: false, reason: 'this cuSPARSE has no cusparseCreateBsr' },
    ]);
  });
});

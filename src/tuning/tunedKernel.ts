import type { Device } from '../device/device.js';
import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { TunedKernel, TuneReport } from '../tuneTypes.js';
import type { Winner } from './winner.js';

/** The kernel that `tune` returns. It owns the device: `close` frees both, and calling it again does nothing. */
export function createTunedKernel(
  matrix: CsrMatrix,
  { source, prepared }: Winner,
  device: Device,
  report: TuneReport,
): TunedKernel {
  let current = matrix;
  let open = true;
  const mustBeOpen = () => {
    if (!open) throw new AlphaSparseError('usage', 'the kernel is closed');
  };
  return {
    report,
    graph: report.best.graph,
    source,
    device: device.info,
    async multiply(x, { alpha = 1, beta = 0, y } = {}) {
      mustBeOpen();
      mustHave('x', x.length, matrix.cols);
      if (beta !== 0 && !y) throw new AlphaSparseError('usage', `beta is ${beta}, so y is required`);
      if (y) mustHave('y', y.length, matrix.rows);
      const product = await prepared.multiply(x);
      if (alpha === 1 && beta === 0) return product;
      // Like BLAS, a beta of 0 does not read y, which may be NaN.
      for (let i = 0; i < product.length; i++) {
        product[i] = alpha * product[i] + (beta === 0 ? 0 : beta * (y as ArrayLike<number>)[i]);
      }
      return product;
    },
    updateValues(data) {
      mustBeOpen();
      mustHave('data', data.length, matrix.nnz);
      const copy = matrix.data instanceof Float32Array ? Float32Array.from(data) : Float64Array.from(data);
      prepared.updateValues(copy);
      current = { ...matrix, data: copy };
    },
    async export(folder) {
      const { exportKernel } = await import('../codegen/export.js');
      return exportKernel(source, current, folder, { report, subgroupSize: device.info.target.subgroupSize });
    },
    async close() {
      if (!open) return;
      open = false;
      prepared.close();
      await device.close();
    },
  };
}

function mustHave(name: string, length: number, wanted: number): void {
  if (length !== wanted) throw new AlphaSparseError('usage', `${name} has ${length} entries; it must have ${wanted}`);
}

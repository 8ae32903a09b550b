import type { KernelSource } from '../codegen/kernelSource.js';
import type { Device } from '../device/device.js';
import { AlphaSparseError } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { TunedKernel, TuneReport } from '../tuneTypes.js';
import type { Winner } from './winner.js';

/** Vectors that one `multiplyMany` may take: their buffers are on the device at the same time. */
const mostVectors = 32;

/**
 * The kernel that `tune` returns. It owns the device: `close` frees both, and calling it again does nothing.
 * @param slots where each of the matrix's values lies in the data that the caller knows, when that is another order.
 */
export function createTunedKernel(
  matrix: CsrMatrix,
  { source, prepared }: Winner,
  device: Device,
  report: TuneReport,
  slots?: ArrayLike<number>,
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
    gpu: device.gpu,
    cuda: device.cuda,
    async multiply(x, { alpha = 1, beta = 0, y } = {}) {
      mustBeOpen();
      mustHave('x', x.length, matrix.cols);
      if (beta !== 0 && !y) throw new AlphaSparseError('usage', `beta is ${beta}, so y is required`);
      if (y) mustHave('y', y.length, matrix.rows);
      if (alpha === 1 && beta === 0) return prepared.multiply(x);
      // y may change while the device works; what counts is y at the call.
      const addend = beta === 0 ? undefined : Float64Array.from(y as ArrayLike<number>, (value) => beta * value);
      // Like BLAS, an alpha of 0 does not read x and a beta of 0 does not read y: either may be NaN.
      const product = alpha === 0 ? zeros(source) : await prepared.multiply(x);
      for (let i = 0; i < product.length; i++) {
        product[i] = (alpha === 0 ? 0 : alpha * product[i]) + (addend?.[i] ?? 0);
      }
      return product;
    },
    async multiplyMany(xs) {
      mustBeOpen();
      if (!(xs.length >= 1 && xs.length <= mostVectors)) {
        throw new AlphaSparseError('usage', `there are ${xs.length} vectors; 1 to ${mostVectors} can be multiplied`);
      }
      for (const [i, x] of xs.entries()) mustHave(`vector ${i}`, x.length, matrix.cols);
      return prepared.multiplyMany(xs);
    },
    encode(pass, xBuffer, yBuffer) {
      mustBeOpen();
      if (!prepared.encode) throw onlyOn('encode', 'WebGPU', 'launch');
      prepared.encode(pass, xBuffer, yBuffer);
    },
    launch(xPointer, yPointer, stream) {
      mustBeOpen();
      if (!prepared.launch) throw onlyOn('launch', 'CUDA', 'encode');
      prepared.launch(xPointer, yPointer, stream);
    },
    updateValues(data) {
      mustBeOpen();
      mustHave('data', data.length, matrix.nnz);
      const copy = matrix.data instanceof Float32Array ? new Float32Array(matrix.nnz) : new Float64Array(matrix.nnz);
      for (let i = 0; i < copy.length; i++) copy[i] = data[slots ? slots[i] : i];
      prepared.updateValues(copy);
      current = { ...matrix, data: copy };
    },
    async export(folder, options) {
      const { exportKernel } = await import('../codegen/export.js');
      return exportKernel(source, current, folder, {
        ...options,
        report,
        subgroupSize: device.info.target.subgroupSize,
      });
    },
    async close() {
      if (!open) return;
      open = false;
      prepared.close();
      await device.close();
    },
  };
}

function zeros({ rows, dtype }: KernelSource): Float32Array | Float64Array {
  return dtype === 'f64' ? new Float64Array(rows) : new Float32Array(rows);
}

function onlyOn(method: string, backend: string, other: string): AlphaSparseError {
  return new AlphaSparseError('unsupported', `${method} needs a kernel on ${backend}`, `use ${other} here`);
}

function mustHave(name: string, length: number, wanted: number): void {
  if (length !== wanted) throw new AlphaSparseError('usage', `${name} has ${length} entries; it must have ${wanted}`);
}

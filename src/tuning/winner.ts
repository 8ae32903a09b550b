import { type BuildOptions, buildKernel } from '../codegen/build.js';
import type { KernelSource } from '../codegen/kernelSource.js';
import type { Device, PreparedKernel } from '../device/device.js';
import type { TakeDevice } from '../device/exclusive.js';
import { explain, verify } from '../device/verify.js';
import { AlphaSparseError } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { createRandom } from '../random.js';

/** A kernel in this process, checked on this device. */
export interface Winner {
  readonly source: KernelSource;
  readonly prepared: PreparedKernel;
}

/**
 * Builds a graph's kernel on a device, for a matrix with values as they are stored, and verifies one multiplication against fp64 on the host.
 * @throws AlphaSparseError 'refused', 'compile', 'limit', or 'runtime' when the result is wrong.
 */
export async function buildWinner(
  matrix: CsrMatrix,
  graph: Graph,
  { dtype, valueStorage }: Pick<BuildOptions, 'dtype' | 'valueStorage'>,
  device: Device,
  seed: number,
  takeDevice?: TakeDevice,
): Promise<Winner> {
  const built = buildKernel(matrix, graph, { dtype, valueStorage, target: device.info.target });
  if ('refused' in built) throw new AlphaSparseError('refused', built.refused);
  const random = createRandom(seed).fork('winner');
  const x = Float64Array.from({ length: matrix.cols }, () => random.next() - 0.5);
  const giveBack = await takeDevice?.();
  let prepared: PreparedKernel | undefined;
  try {
    prepared = await device.prepare(built.kernel, matrix.data);
    const verdict = verify(matrix, await prepared.multiply(x), x, dtype);
    if (!verdict.ok) throw new AlphaSparseError('runtime', `the kernel computes a wrong result: ${explain(verdict)}`);
  } catch (error) {
    prepared?.close();
    throw error;
  } finally {
    giveBack?.();
  }
  return { source: built.kernel, prepared };
}

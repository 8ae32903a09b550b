import { buildKernel } from '../codegen/build.js';
import { openDevice } from '../device/open.js';
import { inProcessEvaluator } from '../evaluation/inProcess.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { Evaluator } from '../search/evaluator.js';
import type { Settings } from './settings.js';

/** The evaluator that `tune` searches with. */
export async function openEvaluator(matrix: CsrMatrix, { choice, dtype, seed }: Settings): Promise<Evaluator> {
  const device = await openDevice(choice);
  const build = (graph: Parameters<typeof buildKernel>[1]) =>
    buildKernel(matrix, graph, { dtype, target: device.info.target });
  return inProcessEvaluator({ matrix, dtype, device, build, seed });
}

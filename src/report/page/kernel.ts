import { buildKernel } from '../../codegen/build.js';
import type { KernelSource } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import { valueTypeOf } from '../../codegen/storedValues.js';
import type { Graph } from '../../graph/graph.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { isRefusal } from '../../operators/operator.js';
import type { LogHeader } from '../../search/trialLog.js';
import { targetOf } from '../../tuning/recording.js';
import type { KernelText } from './facts.js';

/** What a page shows of a kernel. */
export function kernelText(kernel: KernelSource, rebuilt: boolean): KernelText {
  const { language, source, arrays, slots, threads, blocks } = kernel;
  const type = valueTypeOf(kernel);
  const values = { type, length: slots.length, bytes: slots.length * numberBytes[type] };
  return { language, source, arrays, values, threads, blocks, rebuilt };
}

/** The kernel of a search of which only the log is left, built again; undefined where this version refuses the graph. */
export function rebuilt(matrix: CsrMatrix, graph: Graph, header: LogHeader): KernelText | undefined {
  const { dtype, valueStorage } = header;
  const built = buildKernel(matrix, graph, { dtype, valueStorage, target: targetOf(header) });
  return isRefusal(built) ? undefined : kernelText(built.kernel, true);
}

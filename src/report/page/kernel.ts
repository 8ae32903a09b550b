import { buildKernel } from '../../codegen/build.js';
import type { Dtype, KernelSource } from '../../codegen/kernelSource.js';
import type { Graph } from '../../graph/graph.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { isRefusal } from '../../operators/operator.js';
import type { LogHeader } from '../../search/trialLog.js';
import { targetOf } from '../../tuning/recording.js';
import type { KernelText } from './facts.js';

const elementBytes: Readonly<Record<Dtype, number>> = { f64: 8, f32: 4, f16: 2 };

/** What a page shows of a kernel. */
export function kernelText(kernel: KernelSource, rebuilt: boolean): KernelText {
  const { language, source, arrays, slots, dtype, threads, blocks } = kernel;
  return { language, source, arrays, valueBytes: slots.length * elementBytes[dtype], threads, blocks, rebuilt };
}

/** The kernel of a search of which only the log is left, built again; undefined where this version refuses the graph. */
export function rebuilt(matrix: CsrMatrix, graph: Graph, header: LogHeader): KernelText | undefined {
  const built = buildKernel(matrix, graph, { dtype: header.dtype, target: targetOf(header) });
  return isRefusal(built) ? undefined : kernelText(built.kernel, true);
}

import { buildFromLeaves } from '../../src/codegen/build.js';
import type { Target, ValueStorage } from '../../src/codegen/kernelSource.js';
import { asStored } from '../../src/codegen/storedValues.js';
import type { Device } from '../../src/device/device.js';
import { explain, verify } from '../../src/device/verify.js';
import { messageOf } from '../../src/errors.js';
import { applyGraph } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { interpret } from '../../src/metadata/interpreter.js';
import type { MetadataSet } from '../../src/metadata/metadataSet.js';
import { isRefusal } from '../../src/operators/operator.js';
import type { Random } from '../../src/random.js';
import { roomy } from '../support/operators.js';
import { brokenInvariant } from './invariants.js';

/** Uniform in (-1, 1); with `holes`, one element is Inf and one NaN, which padding must not let through. */
export function randomX(cols: number, random: Random, holes = false): Float32Array {
  const x = Float32Array.from({ length: cols }, () => 2 * random.next() - 1);
  if (holes && cols > 0) {
    x[random.int(cols)] = Number.POSITIVE_INFINITY;
    x[random.int(cols)] = Number.NaN;
  }
  return x;
}

/** The leaves of a graph on a matrix, checked against the reference; a string says what is wrong, undefined: not legal. */
export function checkPair(
  matrix: CsrMatrix,
  graph: Graph,
  x: Float32Array,
): readonly MetadataSet[] | string | undefined {
  try {
    const applied = applyGraph(graph, matrix);
    if (isRefusal(applied)) return undefined;
    const broken = brokenInvariant(applied.leaves, matrix);
    if (broken) return `metadata: ${broken}`;
    const y = interpret(applied.leaves, matrix.data, x);
    // In fp64 all sums are close; the bound only has to tell rounding from a lost entry.
    const verdict = verify(matrix, y, x, 'f64');
    return verdict.ok ? applied.leaves : `interpreter: ${explain(verdict)}`;
  } catch (error) {
    return `exception: ${(error as Error).stack ?? messageOf(error)}`;
  }
}

/** How the values of executed kernels are stored. */
export const storages: readonly (ValueStorage | undefined)[] = [undefined, 'f16', 'bf16'];

/** Runs the kernel on a device with y poisoned by NaN; a string says what is wrong, undefined: does not fit the device. */
export async function runPair(
  device: Device,
  matrix: CsrMatrix,
  graph: Graph,
  leaves: readonly MetadataSet[],
  x: Float32Array,
  valueStorage?: ValueStorage,
): Promise<'ok' | string | undefined> {
  try {
    const built = buildFromLeaves(matrix, graph, leaves, { dtype: 'f32', valueStorage, target: device.info.target });
    if (isRefusal(built)) return undefined;
    const kernel = await device.prepare(built.kernel, matrix.data);
    try {
      const verdict = verify(asStored(matrix, valueStorage).matrix, await kernel.multiply(x), x, 'f32');
      return verdict.ok ? 'ok' : `kernel with values in ${valueStorage ?? 'f32'}: ${explain(verdict)}`;
    } finally {
      kernel.close();
    }
  } catch (error) {
    return `device: ${messageOf(error).slice(0, 600)}`;
  }
}

/** The kernel of a pair for a Hopper GPU; undefined where it does not fit. */
export function sourceFor(
  language: Target['language'],
  matrix: CsrMatrix,
  graph: Graph,
  leaves: readonly MetadataSet[],
  valueStorage?: ValueStorage,
): string | undefined {
  const target: Target = { ...roomy, language, maxBindingBytes: 2 ** 40, parallelBlocks: 1056 };
  const built = buildFromLeaves(matrix, graph, leaves, { dtype: 'f32', valueStorage, target });
  return isRefusal(built) ? undefined : built.kernel.source;
}

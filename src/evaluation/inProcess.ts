import type { BuildOptions } from '../codegen/build.js';
import type { Dtype, KernelSource } from '../codegen/kernelSource.js';
import type { Device, PreparedKernel } from '../device/device.js';
import type { TakeDevice } from '../device/exclusive.js';
import { createVerifier, explain } from '../device/verify.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { createRandom, type Random } from '../random.js';
import type { Effort, Evaluation, Evaluator, Outcome } from '../search/evaluator.js';

/** A kernel, or why the graph cannot become one here. */
export type BuildResult =
  | {
      readonly kernel: KernelSource;
      /** See `kernelKey`; without it no kernel is recognized. */
      readonly key?: string;
      readonly idle?: readonly number[];
    }
  | { readonly refused: string };

/** Turns a graph into a kernel for one matrix. */
export type Build = (matrix: CsrMatrix, graph: Graph, options: BuildOptions) => BuildResult;

export interface InProcessOptions {
  /** Results are checked against its values as they are: with 16-bit storage, they must be what is stored. */
  readonly matrix: CsrMatrix;
  readonly dtype: Dtype;
  /** Closed with the evaluator. */
  readonly device: Device;
  /** Kernel of a graph; may come from another thread. */
  readonly build: (graph: Graph) => BuildResult | Promise<BuildResult>;
  /** Seed of the vectors that kernels are verified with. */
  readonly seed?: number;
  /** Told the step that an evaluation enters; 'wait' is for the device, and belongs to none. */
  readonly onStep?: (step: Step | 'wait') => void;
  /** Where others use the device as well: taken for as long as an evaluation needs it to itself. */
  readonly takeDevice?: TakeDevice;
}

/** Entries from which on the fp64 reference of a fresh vector takes about a tenth of a second. */
const costlyReference = 1 << 22;

/** What the caller has no use for, even if the first run took a hundred times as long as the next ones will. */
function hopelessMs(stopAboveUs = Infinity): number {
  return Math.max(1000, 0.1 * stopAboveUs);
}

/** A part of an evaluation. */
export type Step = keyof Evaluation['seconds'];

/**
 * Builds, compiles, verifies and times each graph in this process, one at a time: whoever calls waits for the last
 * before the next. A kernel that hangs or crashes the process takes the caller along; `isolatedEvaluator` shields from
 * that.
 */
export function inProcessEvaluator(options: InProcessOptions): Evaluator {
  const { matrix, dtype, device, build } = options;
  const random = createRandom(options.seed ?? 1);
  const fresh = () => {
    const x = randomVector(matrix.cols, dtype, random);
    return { x, check: createVerifier(matrix, x, dtype) };
  };
  // Every kernel meets a vector that none met before; the second is the last kernel's, to halve the references.
  // Where a reference takes longer than all else, kernels share a fresh vector by eights.
  const sharing = matrix.nnz > costlyReference ? 8 : 1;
  /** What became of each kernel, and how long it was measured. */
  const known = new Map<string, { evaluation: Evaluation; budgetMs: number }>();
  let evaluations = 0;
  let newest = fresh();
  let before = fresh();
  return {
    device: device.info,
    close: () => device.close(),
    async evaluate(graph, effort) {
      const seconds: Record<Step, number> = { build: 0, compile: 0, verify: 0, benchmark: 0 };
      let step: Step = 'build';
      const timed = async <T>(name: Step, work: () => T | Promise<T>): Promise<T> => {
        step = name;
        options.onStep?.(name);
        const start = performance.now();
        try {
          return await work();
        } finally {
          seconds[name] += (performance.now() - start) / 1000;
        }
      };
      let facts: Evaluation['kernel'];
      let prepared: PreparedKernel | undefined;
      let giveBack: (() => void) | undefined;
      const end = (outcome: Outcome, reason?: string): Evaluation => ({ outcome, reason, kernel: facts, seconds });
      try {
        const built = await timed('build', () => build(graph));
        if ('refused' in built) return end('refused', built.refused);
        facts = factsOf(built);
        const twin = known.get(built.key ?? '');
        if (twin && twin.budgetMs >= effort.budgetMs && !effort.cold)
          return { ...twin.evaluation, kernel: facts, seconds };
        // Only what is the kernel's own doing: a failure may be the process's fault.
        const keep = (evaluation: Evaluation): Evaluation => {
          if (built.key) known.set(built.key, { evaluation, budgetMs: effort.budgetMs });
          return evaluation;
        };
        await timed('verify', refreshVectors);
        await timed('compile', () => device.compile?.(built.kernel));
        // Loading takes little of what others measure: a copy over the bus has a hundredth of the memory's bandwidth.
        const kernel = await timed('compile', () => device.prepare(built.kernel, matrix.data));
        prepared = kernel;
        giveBack = await options.takeDevice?.(() => options.onStep?.('wait'));
        const fault = await timed('verify', () => findFault(kernel, effort));
        if (fault) return keep(end(...fault));
        const timing = await timed('benchmark', () => kernel.time(effort));
        return keep({ ...end('ok'), timing });
      } catch (error) {
        return end(outcomeOf(error, step), `${step}: ${messageOf(error)}`);
      } finally {
        try {
          prepared?.close();
        } catch {
          // After a crash of the kernel nothing can be freed; the outcome already says so.
        }
        giveBack?.();
      }
    },
  };

  function refreshVectors(): void {
    if (evaluations++ % sharing === 0) [before, newest] = [newest, fresh()];
  }

  /** Multiplies twice, as a kernel may leave something behind that spoils the next run; once where that takes too long. */
  async function findFault(kernel: PreparedKernel, { stopAboveUs }: Effort): Promise<[Outcome, string] | undefined> {
    for (const [run, { x, check }] of Object.entries({ first: newest, second: before })) {
      const begun = performance.now();
      const y = await kernel.multiply(x);
      const ms = performance.now() - begun;
      const verdict = check(y);
      if (!verdict.ok) return ['wrong', `${run} multiplication: ${explain(verdict)}`];
      if (ms > hopelessMs(stopAboveUs))
        return ['timeout', `verify: one multiplication took ${(ms / 1000).toFixed(1)} s`];
    }
    return undefined;
  }
}

function outcomeOf(error: unknown, step: Step): Outcome {
  const code = error instanceof AlphaSparseError ? error.code : 'internal';
  if (step === 'build') return code === 'refused' || code === 'limit' ? 'refused' : 'runtime';
  if (code === 'compile' || code === 'timeout') return code;
  // A kernel too big for the device is not the device's failure.
  return code === 'limit' || code === 'refused' ? 'refused' : 'runtime';
}

function factsOf({ kernel, key, idle }: Extract<BuildResult, { kernel: KernelSource }>): Evaluation['kernel'] {
  const { bytes, blocks, threads, deterministic, slots, nnz } = kernel;
  // No stored values means that a model replaced them all, so nothing is padded.
  const padding = nnz > 0 && slots.length > 0 ? slots.length / nnz : 1;
  const optional = { ...(key ? { key } : {}), ...(idle ? { idle } : {}) };
  return { bytes, blocks, threads, launches: kernel.clearsY ? 2 : 1, padding, deterministic, ...optional };
}

/** Magnitudes in [0.5, 1) of either sign: every entry of the matrix shows in y, and sums do not grow without need. */
function randomVector(length: number, dtype: Dtype, random: Random): Float32Array | Float64Array {
  const x = dtype === 'f64' ? new Float64Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const t = random.next() - 0.5;
    x[i] = t < 0 ? t - 0.5 : t + 0.5;
  }
  return x;
}

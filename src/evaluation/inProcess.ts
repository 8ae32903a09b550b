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

/** Told the step that an evaluation enters; 'wait' is for the device, and belongs to none. */
export type OnStep = (step: Step | 'wait') => void;

export interface InProcessEvaluator extends Evaluator {
  evaluate(graph: Graph, effort: Effort, onStep?: OnStep): Promise<Evaluation>;
  drop(): void;
}

/** What came of an evaluation before it needed the device. */
type Ahead = Extract<BuildResult, { kernel: KernelSource }> | { readonly ended: [Outcome, string] };

/**
 * Builds, compiles, verifies and times graphs in this process. Evaluations are built and compiled side by side; each has
 * the device to itself, in the order in which they are ready for it. A kernel that hangs or crashes the process takes
 * the caller along; `isolatedEvaluator` shields from that.
 */
export function inProcessEvaluator(options: InProcessOptions): InProcessEvaluator {
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
  const takeTurn = createTurns();
  let evaluations = 0;
  let newest = fresh();
  let before = fresh();
  let drops = 0;
  /** Since when no evaluation has used the device. */
  let idleSince = performance.now();
  return {
    device: device.info,
    close: () => device.close(),
    drop() {
      drops++;
    },
    async evaluate(graph, effort, onStep = () => undefined) {
      const asked = drops;
      const steps = createStepClock(onStep);
      let facts: Evaluation['kernel'];
      let prepared: PreparedKernel | undefined;
      let giveBack: (() => void) | undefined;
      const end = (outcome: Outcome, reason?: string): Evaluation => {
        return { outcome, reason, kernel: facts, seconds: steps.seconds };
      };
      const isKnown = (key: string | undefined) => {
        const twin = known.get(key ?? '');
        return twin && twin.budgetMs >= effort.budgetMs && !effort.cold ? twin.evaluation : undefined;
      };
      const ahead = async (): Promise<Ahead> => {
        try {
          const built = await steps.within('build', () => build(graph));
          if ('refused' in built) return { ended: ['refused', built.refused] };
          facts = factsOf(built);
          if (!isKnown(built.key)) await steps.within('compile', () => device.compile?.(built.kernel));
          return built;
        } catch (error) {
          return { ended: endOf(error, steps.current()) };
        }
      };
      const built = await ahead();
      onStep('wait');
      const endTurn = await takeTurn();
      try {
        if (asked !== drops) throw new AlphaSparseError('aborted', 'The evaluation was given up.');
        // What went on beside other evaluations cost nothing.
        steps.forgetBefore(idleSince);
        if ('ended' in built) return end(...built.ended);
        const twin = isKnown(built.key);
        if (twin) return { ...twin, kernel: facts, seconds: steps.seconds };
        // Only what is the kernel's own doing: a failure may be the process's fault.
        const keep = (evaluation: Evaluation): Evaluation => {
          if (built.key) known.set(built.key, { evaluation, budgetMs: effort.budgetMs });
          return evaluation;
        };
        try {
          await steps.within('verify', refreshVectors);
          // Loading takes little of what others measure: a copy over the bus has a hundredth of the memory's bandwidth.
          const kernel = await steps.within('compile', () => device.prepare(built.kernel, matrix.data));
          prepared = kernel;
          giveBack = await options.takeDevice?.(() => onStep('wait'));
          const fault = await steps.within('verify', () => findFault(kernel, effort));
          if (fault) return keep(end(...fault));
          const timing = await steps.within('benchmark', () => kernel.time(effort));
          return keep({ ...end('ok'), timing });
        } catch (error) {
          return end(...endOf(error, steps.current()));
        }
      } finally {
        try {
          prepared?.close();
        } catch {
          // After a crash of the kernel nothing can be freed; the outcome already says so.
        }
        giveBack?.();
        idleSince = performance.now();
        endTurn();
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

/** Turns at what only one may use, in the order in which they are asked for. The result ends the turn. */
function createTurns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end: () => void = () => undefined;
    last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  };
}

/** The seconds of each step of one evaluation. */
function createStepClock(onStep: OnStep) {
  const seconds: Record<Step, number> = { build: 0, compile: 0, verify: 0, benchmark: 0 };
  const spans: { step: Step; begin: number; end: number }[] = [];
  let current: Step = 'build';
  return {
    seconds,
    current: () => current,
    async within<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
      current = step;
      onStep(step);
      const begin = performance.now();
      try {
        return await work();
      } finally {
        const end = performance.now();
        spans.push({ step, begin, end });
        seconds[step] += (end - begin) / 1000;
      }
    },
    /** Leaves out what was before a time. */
    forgetBefore(time: number) {
      for (const { step } of spans) seconds[step] = 0;
      for (const { step, begin, end } of spans) seconds[step] += Math.max(0, end - Math.max(begin, time)) / 1000;
    },
  };
}

/** How an evaluation ends by an error in a step. */
function endOf(error: unknown, step: Step): [Outcome, string] {
  return [outcomeOf(error, step), `${step}: ${messageOf(error)}`];
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

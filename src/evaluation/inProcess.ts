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
import { createStepClock, type OnStep, type Step, type StepClock } from './stepClock.js';

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

export interface InProcessEvaluator extends Evaluator {
  evaluate(graph: Graph, effort: Effort, onStep?: OnStep): Promise<Evaluation>;
  drop(): void;
}

/** What needs only the device. */
interface Compiled {
  readonly built: Extract<BuildResult, { kernel: KernelSource }>;
  readonly facts: Evaluation['kernel'];
}

/** What came of an evaluation before it needed the device. */
type Ahead = Compiled | { readonly ended: Evaluation };

/** How a kernel fared. */
interface Measured {
  readonly evaluation: Evaluation;
  /** Whether that is its own doing: a failure may be the process's fault. */
  readonly isKernels: boolean;
}

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
      const ahead = await buildAndCompile(graph, effort, steps);
      onStep('wait');
      const endTurn = await takeTurn();
      try {
        if (asked !== drops) throw new AlphaSparseError('aborted', 'The evaluation was given up.');
        // What went on beside other evaluations cost nothing.
        steps.forgetBefore(idleSince);
        if ('ended' in ahead) return ahead.ended;
        const { key } = ahead.built;
        // Another graph's kernel may have been measured since this one was compiled.
        const twin = knownOf(key, effort);
        if (twin) return { ...twin, kernel: ahead.facts, seconds: steps.seconds };
        const { evaluation, isKernels } = await measure(ahead, effort, steps, onStep);
        if (key && isKernels) known.set(key, { evaluation, budgetMs: effort.budgetMs });
        return evaluation;
      } finally {
        idleSince = performance.now();
        endTurn();
      }
    },
  };

  /** What a kernel measured as thoroughly before turned out to be. */
  function knownOf(key: string | undefined, effort: Effort): Evaluation | undefined {
    const twin = known.get(key ?? '');
    return twin && twin.budgetMs >= effort.budgetMs && !effort.cold ? twin.evaluation : undefined;
  }

  /** All that needs no device. */
  async function buildAndCompile(graph: Graph, effort: Effort, steps: StepClock): Promise<Ahead> {
    let facts: Evaluation['kernel'];
    const end = (outcome: Outcome, reason: string): Ahead => {
      return { ended: { outcome, reason, kernel: facts, seconds: steps.seconds } };
    };
    try {
      const built = await steps.within('build', () => build(graph));
      if ('refused' in built) return end('refused', built.refused);
      facts = factsOf(built);
      if (!knownOf(built.key, effort)) await steps.within('compile', () => device.compile?.(built.kernel));
      return { built, facts };
    } catch (error) {
      return end(...endOf(error, steps.current()));
    }
  }

  /** All that needs the device. */
  async function measure(
    { built, facts }: Compiled,
    effort: Effort,
    steps: StepClock,
    onStep: OnStep,
  ): Promise<Measured> {
    const end = (outcome: Outcome, reason?: string): Evaluation => {
      return { outcome, reason, kernel: facts, seconds: steps.seconds };
    };
    let prepared: PreparedKernel | undefined;
    let giveBack: (() => void) | undefined;
    try {
      await steps.within('verify', refreshVectors);
      // Loading takes little of what others measure: a copy over the bus has a hundredth of the memory's bandwidth.
      const kernel = await steps.within('compile', () => device.prepare(built.kernel, matrix.data));
      prepared = kernel;
      giveBack = await options.takeDevice?.(() => onStep('wait'));
      const fault = await steps.within('verify', () => findFault(kernel, effort));
      if (fault) return { evaluation: end(...fault), isKernels: true };
      const timing = await steps.within('benchmark', () => kernel.time(effort));
      return { evaluation: { ...end('ok'), timing }, isKernels: true };
    } catch (error) {
      return { evaluation: end(...endOf(error, steps.current())), isKernels: false };
    } finally {
      try {
        prepared?.close();
      } catch {
        // After a crash of the kernel nothing can be freed; the outcome already says so.
      }
      giveBack?.();
    }
  }

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

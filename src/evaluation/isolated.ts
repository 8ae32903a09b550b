import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import type { DeviceChoice } from '../device/open.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { type Effort, type Evaluation, type Evaluator, totalSeconds } from '../search/evaluator.js';
import { type Child, type Failure, startChild } from './child.js';
import { pack } from './matrixTransfer.js';

export interface IsolatedOptions extends DeviceChoice {
  /** Its values as they are stored. */
  readonly matrix: CsrMatrix;
  readonly dtype: Dtype;
  readonly valueStorage?: ValueStorage;
  /** Seed of the vectors that kernels are verified with. */
  readonly seed?: number;
  /** Module whose `buildKernel` makes the kernels; the code generator when absent. */
  readonly buildModule?: string;
  /** Threads that build ahead what waits for its turn; by default up to 8, none where there are only two cores. */
  readonly buildThreads?: number;
  /** Most milliseconds an evaluation; by default 20 times what the longest good one took, 5 to 20 s, and more for large
   * matrices and long efforts. */
  readonly timeLimitMs?: number;
  /** Most restarts in a row without a successful evaluation in between. */
  readonly maxRestarts?: number;
}

/**
 * An evaluator whose device lives in a process of its own, so that a kernel that crashes or hangs costs one trial.
 * Rejects with the error of opening the device. `evaluate` rejects when the process cannot be brought back, and
 * 'aborted' after `close`.
 */
export async function isolatedEvaluator(options: IsolatedOptions): Promise<Evaluator> {
  const { matrix, dtype, valueStorage, target, device, seed, buildModule, maxRestarts = 3 } = options;
  const buildThreads = options.buildThreads ?? defaultThreads();
  const { parcel, discard } = await pack(matrix);
  // A caller that exits without closing must not leave a large file behind.
  process.once('exit', discard);
  const setup = { parcel, dtype, valueStorage, choice: { target, device }, seed, buildModule, buildThreads };
  const sizeMs = matrix.nnz * 0.005; // 5 us an entry: building and verifying take host time
  const start = () => startChild(setup, 60_000 + sizeMs);
  // A kernel that hangs must not take a short budget along.
  const patienceMs = () => (longestMs === undefined ? 20_000 : Math.min(20_000, Math.max(5_000, 20 * longestMs)));
  const limitOf = (effort: Effort) => options.timeLimitMs ?? patienceMs() + sizeMs + 10 * effort.budgetMs;

  let child: Child;
  try {
    child = await start();
  } catch (error) {
    release();
    throw error;
  }
  const info = child.device;
  /** Of the evaluations that went well. */
  let longestMs: number | undefined;
  let failures = 0;
  let lastFailure = '';
  let closed = false;
  /** The first is under way. */
  let orders: Order[] = [];
  let working = false;

  return {
    device: info,
    evaluate: (graph, effort) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closedError());
        orders.push({ graph, effort, resolve, reject });
        send();
        if (!working) void work();
      }),
    drop() {
      const [first, ...others] = orders;
      orders = first ? [first] : [];
      for (const { reject } of others) reject(new AlphaSparseError('aborted', 'The evaluation was given up.'));
      child.drop();
    },
    async close() {
      if (closed) return;
      closed = true;
      await child.close();
      release();
    },
  };

  function release(): void {
    process.off('exit', discard);
    discard();
  }

  async function work(): Promise<void> {
    working = true;
    try {
      for (let order = orders[0]; order; order = orders[0]) {
        await revive();
        send();
        const evaluation = await firstResult(order);
        orders.shift();
        order.resolve(evaluation);
      }
    } catch (error) {
      for (const { reject } of orders.splice(0)) reject(error);
    } finally {
      working = false;
    }
  }

  /** Asks for all that nobody has been asked for. */
  function send(): void {
    if (!child.alive) return;
    for (const order of orders) order.answer ??= child.evaluate(order.graph, order.effort, limitOf(order.effort));
  }

  async function firstResult({ answer }: Order): Promise<Evaluation> {
    const result = await answer;
    if (closed) throw new AlphaSparseError('aborted', 'The evaluator was closed during an evaluation.');
    if (!result) throw new AlphaSparseError('internal', 'An evaluation was never asked for.');
    const ended = !('outcome' in result);
    const evaluation = ended ? ofFailure(result) : result;
    const { outcome, reason, kernel } = evaluation;
    // A device error may leave the whole device context broken, so the next kernel gets a fresh process.
    const broken = outcome === 'runtime' && kernel !== undefined;
    if (broken) child.kill();
    if (broken || ended) {
      failures++;
      lastFailure = reason ?? outcome;
      // Those behind are asked again: what the process said of them counts for nothing.
      for (const each of orders) each.answer = undefined;
    } else {
      failures = 0;
      if (outcome === 'ok') longestMs = Math.max(longestMs ?? 0, 1000 * totalSeconds(evaluation));
    }
    return evaluation;
  }

  /** Restarts a process that is gone, slower each time. */
  async function revive(): Promise<void> {
    while (!child.alive) {
      if (failures > maxRestarts) {
        throw new AlphaSparseError(
          'runtime',
          `The evaluation process failed ${failures} times in a row. The last time: ${lastFailure}`,
          'The device or its driver may be in a bad state; try --device software.',
        );
      }
      if (failures > 1) await sleep(100 * 2 ** failures);
      try {
        child = await start();
      } catch (error) {
        failures++;
        lastFailure = messageOf(error);
      }
      if (closed) {
        child.kill();
        throw closedError();
      }
    }
  }
}

interface Order {
  readonly graph: Graph;
  readonly effort: Effort;
  readonly resolve: (evaluation: Evaluation) => void;
  readonly reject: (error: unknown) => void;
  /** From the process that was last asked. */
  answer?: Promise<Evaluation | Failure>;
}

function closedError(): AlphaSparseError {
  return new AlphaSparseError('aborted', 'The evaluator is closed.');
}

function ofFailure({ kind, reason, step, seconds }: Failure): Evaluation {
  const spent = { build: 0, compile: 0, verify: 0, benchmark: 0, [step]: seconds };
  if (kind === 'timeout') return { outcome: 'timeout', reason: `${step}: ${reason}`, seconds: spent };
  return { outcome: 'runtime', reason: `${step}: the evaluation process died: ${reason}`, seconds: spent };
}

/** One core is left for measuring; where that leaves a single one, building ahead would disturb more than help. */
function defaultThreads(): number {
  const cores = availableParallelism();
  return cores <= 2 ? 0 : Math.min(8, cores - 1);
}

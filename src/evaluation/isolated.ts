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
  let drops = 0;
  let revival: Promise<void> | undefined;

  return {
    device: info,
    evaluate: run,
    drop() {
      drops++;
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

  /** Asks until an answer is about this graph. */
  async function run(graph: Graph, effort: Effort): Promise<Evaluation> {
    const asked = drops;
    while (true) {
      const current = await living();
      const isGivenUp = () => asked !== drops;
      if (isGivenUp()) throw givenUp();
      const answer = await current.evaluate(graph, effort, limitOf(effort));
      if (closed) throw closedError();
      if (answer === 'dropped' || (answer === 'lost' && isGivenUp())) throw givenUp();
      if (answer !== 'lost') return judge(current, answer);
    }
  }

  function judge(current: Child, answer: Evaluation | Failure): Evaluation {
    const ended = !('outcome' in answer);
    const evaluation = ended ? ofFailure(answer) : answer;
    const { outcome, reason, kernel } = evaluation;
    // A device error may leave the whole device context broken, so what follows gets a fresh process.
    const broken = outcome === 'runtime' && kernel !== undefined;
    if (broken) current.kill();
    if (broken || ended) {
      failures++;
      lastFailure = reason ?? outcome;
    } else {
      failures = 0;
      if (outcome === 'ok') longestMs = Math.max(longestMs ?? 0, 1000 * totalSeconds(evaluation));
    }
    return evaluation;
  }

  async function living(): Promise<Child> {
    if (closed) throw closedError();
    while (!child.alive) {
      revival ??= revive().finally(() => {
        revival = undefined;
      });
      await revival;
    }
    return child;
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

function givenUp(): AlphaSparseError {
  return new AlphaSparseError('aborted', 'The evaluation was given up.');
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

import { fork } from 'node:child_process';
import type { DeviceInfo } from '../device/device.js';
import { entryFile } from '../entryFile.js';
import { AlphaSparseError } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { hold } from '../holdChild.js';
import type { Effort, Evaluation } from '../search/evaluator.js';
import type { Step } from './inProcess.js';
import type { ChildSetup, Reply, Request } from './messages.js';

/** Why an evaluation gave no result. */
export interface Failure {
  readonly kind: 'died' | 'timeout' | 'dropped';
  /** How the process ended, or the time limit. */
  readonly reason: string;
  /** The step that it was in. */
  readonly step: Step;
  readonly seconds: number;
}

/** An evaluation process that is ready, or has been. */
export interface Child {
  readonly device: DeviceInfo;
  readonly alive: boolean;
  /** In the order of the calls. A process that takes longer than `limitMs` for one is killed, and all that waits fails. */
  evaluate(graph: Graph, effort: Effort, limitMs: number): Promise<Evaluation | Failure>;
  /** What has not begun fails as 'dropped'. */
  drop(): void;
  kill(): void;
  /** Lets the process free its device; kills it when it is in an evaluation or takes longer than a second. */
  close(): Promise<void>;
}

/** A request that the process is to answer. */
interface Waiting {
  readonly limitMs: number;
  settle(answer: Answer | Failure): void;
}

type Answer = Exclude<Reply, { kind: 'step' }>;

/** Starts an evaluation process. Rejects with the process's own error, or 'runtime' when it dies or is not ready in time. */
export async function startChild(setup: ChildSetup, limitMs: number): Promise<Child> {
  const child = fork(entryFile('childMain', import.meta.url), [], {
    serialization: 'advanced',
    // Its standard output would mix with our caller's JSON; what it says in its last hour is kept.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  /** The first is under way. */
  const waiting: Waiting[] = [];
  let ended: string | undefined;
  let step: Step = 'build';
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  child.on('message', (reply: Reply) => {
    if (reply.kind === 'step') enter(reply.step);
    else if (waiting.length > 0) settleFirst(reply);
  });
  child.on('error', (error) => end(error.message));
  const gone = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      end(describeEnd(code, signal, stderr));
      resolve();
    });
  });

  const first = await ask({ kind: 'start', setup }, limitMs);
  if ('step' in first) {
    throw new AlphaSparseError('runtime', `The evaluation process could not start: ${first.reason}.`);
  }
  if (first.kind === 'failed') {
    child.kill('SIGKILL');
    throw new AlphaSparseError(first.code, first.message, first.hint);
  }
  if (first.kind !== 'ready') throw new AlphaSparseError('internal', `Unexpected reply ${first.kind} at the start.`);

  return {
    device: first.device,
    get alive() {
      return ended === undefined;
    },
    async evaluate(graph, effort, limit) {
      const reply = await ask({ kind: 'evaluate', graph, effort }, limit);
      if ('step' in reply) return reply;
      if (reply.kind === 'dropped') return { kind: 'dropped', reason: 'it was given up', step: 'build', seconds: 0 };
      if (reply.kind !== 'evaluated') throw new AlphaSparseError('internal', `Unexpected reply ${reply.kind}.`);
      return reply.evaluation;
    },
    drop: () => send({ kind: 'drop' }),
    kill: () => {
      child.kill('SIGKILL');
      end('killed');
    },
    async close() {
      if (ended !== undefined) return;
      const late = setTimeout(() => child.kill('SIGKILL'), 1000);
      const busy = waiting.length > 0;
      hold(child, true);
      if (busy) child.kill('SIGKILL');
      else send({ kind: 'close' });
      await gone;
      clearTimeout(late);
    },
  };

  function send(request: Request): void {
    // Errors of a broken channel come as the process's end.
    if (child.connected) child.send(request, () => undefined);
  }

  function ask(request: Request, limit: number): Promise<Answer | Failure> {
    return new Promise((settle) => {
      if (ended !== undefined) return settle({ kind: 'died', reason: ended, step: 'build', seconds: 0 });
      waiting.push({ limitMs: limit, settle });
      if (waiting.length === 1) beginFirst();
      send(request);
    });
  }

  function beginFirst(): void {
    hold(child, true);
    step = 'build';
    begun = performance.now();
    startTimer();
  }

  function settleFirst(answer: Answer | Failure): void {
    clearTimeout(timer);
    timer = undefined;
    waiting.shift()?.settle(answer);
    if (waiting.length > 0) beginFirst();
    else hold(child, false);
  }

  function failFirst(kind: Failure['kind'], reason: string): void {
    settleFirst({ kind, reason, step, seconds: (performance.now() - begun) / 1000 });
  }

  function enter(next: Step | 'wait'): void {
    // Waiting for other processes' kernels, however long, is no fault of this one.
    if (next === 'wait') {
      clearTimeout(timer);
      timer = undefined;
    } else {
      if (!timer && waiting.length > 0) startTimer();
      step = next;
    }
  }

  function startTimer(): void {
    const { limitMs: limit } = waiting[0];
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      failFirst('timeout', `no result within ${(limit / 1000).toFixed(1)} s`);
      end('killed');
    }, limit);
  }

  function end(reason: string): void {
    ended ??= reason;
    while (waiting.length > 0) failFirst('died', ended);
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
  const last = stderr.trim().split('\n').slice(-6).join('\n');
  return last ? `${how}; it said:\n${last}` : how;
}

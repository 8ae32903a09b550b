import { type ChildProcess, fork } from 'node:child_process';
import { compileThreads } from '../device/cuda/compilePool.js';
import type { DeviceInfo } from '../device/device.js';
import { AlphaSparseError } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { Effort, Evaluation } from '../search/evaluator.js';
import { entryFile } from './entry.js';
import type { Step } from './inProcess.js';
import type { ChildSetup, Reply, Request } from './messages.js';

/** Why an evaluation gave no result. */
export interface Failure {
  readonly kind: 'died' | 'timeout';
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
  /** One at a time. A process that takes longer than `limitMs` is killed. */
  evaluate(graph: Graph, effort: Effort, limitMs: number): Promise<Evaluation | Failure>;
  announce(graphs: readonly Graph[]): void;
  kill(): void;
  /** Lets the process free its device; kills it when it is in an evaluation or takes longer than a second. */
  close(): Promise<void>;
}

/** Starts an evaluation process. Rejects with the process's own error, or 'runtime' when it dies or is not ready in time. */
export async function startChild(setup: ChildSetup, limitMs: number): Promise<Child> {
  const child = fork(entryFile('childMain'), [], {
    serialization: 'advanced',
    // Its standard output would mix with our caller's JSON; what it says in its last hour is kept.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    // Compilations run on libuv's threads, whose number is fixed when the process starts.
    env: { UV_THREADPOOL_SIZE: `${Math.max(4, compileThreads)}`, ...process.env },
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  let ended: string | undefined;
  let step: Step = 'build';
  let busy = false;
  let onStep: (step: Step | 'wait') => void = () => undefined;
  let onReply: (reply: Reply) => void = () => undefined;
  let onEnd: () => void = () => undefined;
  child.on('message', (reply: Reply) => {
    if (reply.kind === 'step') onStep(reply.step);
    else onReply(reply);
  });
  const end = (reason: string) => {
    ended ??= reason;
    onEnd();
  };
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
      step = 'build';
      const reply = await ask({ kind: 'evaluate', graph, effort }, limit);
      if ('step' in reply) return reply;
      if (reply.kind !== 'evaluated') throw new AlphaSparseError('internal', `Unexpected reply ${reply.kind}.`);
      return reply.evaluation;
    },
    announce: (graphs) => send({ kind: 'announce', graphs }),
    kill,
    async close() {
      if (ended !== undefined) return;
      const timer = setTimeout(kill, 1000);
      hold(child, true);
      if (busy) kill();
      else send({ kind: 'close' });
      await gone;
      clearTimeout(timer);
    },
  };

  function send(request: Request): void {
    // Errors of a broken channel come as the process's end.
    if (child.connected) child.send(request, () => undefined);
  }

  function kill(): void {
    ended ??= 'killed';
    child.kill('SIGKILL');
  }

  function ask(request: Request, limit: number): Promise<Exclude<Reply, { kind: 'step' }> | Failure> {
    const start = performance.now();
    return new Promise((resolve) => {
      const settle = (answer: Exclude<Reply, { kind: 'step' }> | Failure) => {
        clearTimeout(timer);
        busy = false;
        onStep = () => undefined;
        onReply = () => undefined;
        onEnd = () => undefined;
        hold(child, false);
        resolve(answer);
      };
      const fail = (kind: Failure['kind'], reason: string) =>
        settle({ kind, reason, step, seconds: (performance.now() - start) / 1000 });
      const startTimer = () =>
        setTimeout(() => {
          kill();
          fail('timeout', `no result within ${(limit / 1000).toFixed(1)} s`);
        }, limit);
      let timer: NodeJS.Timeout | undefined = startTimer();
      onStep = (next) => {
        // Waiting for other processes' kernels, however long, is no fault of this one.
        if (next === 'wait') {
          clearTimeout(timer);
          timer = undefined;
        } else {
          timer ??= startTimer();
          step = next;
        }
      };
      onReply = (reply) => reply.kind !== 'step' && settle(reply);
      onEnd = () => fail('died', ended ?? 'gone');
      if (ended !== undefined) return onEnd();
      busy = true;
      hold(child, true);
      send(request);
    });
  }
}

/** An idle evaluation process must not keep ours running. */
function hold(child: ChildProcess, on: boolean): void {
  const method = on ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  (child.stderr as (NodeJS.ReadableStream & { ref(): void; unref(): void }) | null)?.[method]();
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
  const last = stderr.trim().split('\n').slice(-6).join('\n');
  return last ? `${how}; it said:\n${last}` : how;
}

import { fork } from 'node:child_process';
import type { DeviceInfo } from '../device/device.js';
import { entryFile } from '../entryFile.js';
import { AlphaSparseError } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import { hold } from '../holdChild.js';
import type { Effort, Evaluation } from '../search/evaluator.js';
import type { ChildSetup, Reply, Request } from './messages.js';
import type { Step } from './stepClock.js';

/** Why an evaluation gave no result, where it is itself to blame. */
export interface Failure {
  readonly kind: 'died' | 'timeout';
  /** How the process ended, or the time limit. */
  readonly reason: string;
  /** The step that it was in. */
  readonly step: Step;
  readonly seconds: number;
}

/** 'dropped' when it was given up, 'lost' when the process ended for another's sake. */
export type Answer = Evaluation | Failure | 'dropped' | 'lost';

/** An evaluation process that is ready, or has been. */
export interface Child {
  readonly device: DeviceInfo;
  readonly alive: boolean;
  /** Takes place beside others. One that keeps the process for longer than `limitMs` ends it. */
  evaluate(graph: Graph, effort: Effort, limitMs: number): Promise<Answer>;
  /** All but what is on the device ends as 'dropped'. */
  drop(): void;
  kill(): void;
  /** Lets the process free its device; kills it when it is in an evaluation or takes longer than a second. */
  close(): Promise<void>;
}

/** An evaluation that the process has been asked for. */
interface Waiting {
  readonly limitMs: number;
  readonly settle: (answer: Answer) => void;
  /** Undefined until it begins; 'wait' is for the device. */
  step: Step | 'wait' | undefined;
  hasDevice: boolean;
  /** Time for which it may have kept the process. */
  spentMs: number;
}

type StartReply = Extract<Reply, { kind: 'ready' | 'failed' }>;

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
  /** By number; the one that entered a step last comes last. */
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let ended: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let mark = 0;
  let begin: (reply: StartReply | string) => void = () => undefined;
  child.on('message', (reply: Reply) => {
    count();
    if (reply.kind === 'step') enter(reply.id, reply.step);
    else if (reply.kind === 'evaluated') settle(reply.id, reply.evaluation);
    else if (reply.kind === 'dropped') settle(reply.id, 'dropped');
    else begin(reply);
    watch();
  });
  child.on('error', (error) => end(error.message));
  const gone = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      end(describeEnd(code, signal, stderr));
      resolve();
    });
  });

  const first = await started();
  if (typeof first === 'string') {
    throw new AlphaSparseError('runtime', `The evaluation process could not start: ${first}.`);
  }
  if (first.kind === 'failed') {
    child.kill('SIGKILL');
    throw new AlphaSparseError(first.code, first.message, first.hint);
  }

  return {
    device: first.device,
    get alive() {
      return ended === undefined;
    },
    evaluate(graph, effort, limit) {
      return new Promise((resolve) => {
        if (ended !== undefined) return resolve('lost');
        count();
        const id = asked++;
        waiting.set(id, { limitMs: limit, settle: resolve, step: undefined, hasDevice: false, spentMs: 0 });
        hold(child, true);
        send({ kind: 'evaluate', id, graph, effort });
        watch();
      });
    },
    drop: () => send({ kind: 'drop' }),
    kill: () => {
      child.kill('SIGKILL');
      lose('killed');
    },
    async close() {
      if (ended !== undefined) return;
      const late = setTimeout(() => child.kill('SIGKILL'), 1000);
      const busy = waiting.size > 0;
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

  async function started(): Promise<StartReply | string> {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      begin(`no answer within ${(limitMs / 1000).toFixed(1)} s`);
    }, limitMs);
    const reply = await new Promise<StartReply | string>((resolve) => {
      begin = resolve;
      send({ kind: 'start', setup });
    });
    clearTimeout(late);
    hold(child, false);
    return reply;
  }

  function enter(id: number, step: Step | 'wait'): void {
    const one = waiting.get(id);
    if (!one) return;
    one.hasDevice ||= one.step === 'wait' && step !== 'wait';
    one.step = step;
    waiting.delete(id);
    waiting.set(id, one);
  }

  function settle(id: number, answer: Answer): void {
    waiting.get(id)?.settle(answer);
    waiting.delete(id);
    if (waiting.size === 0) hold(child, false);
  }

  /**
   * Those that may be keeping the process: the one that has the device, as nothing else goes on while it blocks; else all
   * that are built or compiled. Waiting for other processes' kernels, however long, is no fault of this one.
   */
  function suspects(): [number, Waiting][] {
    const begun = [...waiting].filter(([, { step }]) => step !== undefined && step !== 'wait');
    const onDevice = begun.filter(([, { hasDevice }]) => hasDevice);
    return onDevice.length > 0 ? onDevice : begun;
  }

  /** Counts the time since the last count. */
  function count(): void {
    const now = performance.now();
    for (const [, one] of suspects()) one.spentMs += now - mark;
    mark = now;
  }

  function watch(): void {
    clearTimeout(timer);
    const left = suspects().map(([, { limitMs: limit, spentMs }]) => limit - spentMs);
    if (left.length > 0) timer = setTimeout(endLate, Math.max(0, Math.ceil(Math.min(...left))));
  }

  function endLate(): void {
    count();
    const late = suspects().find(([, { limitMs: limit, spentMs }]) => spentMs >= limit);
    if (late) {
      child.kill('SIGKILL');
      fail(late, 'timeout', `no result within ${(late[1].limitMs / 1000).toFixed(1)} s`);
      lose('killed');
    } else {
      watch();
    }
  }

  function end(reason: string): void {
    if (ended !== undefined) return;
    count();
    begin(reason);
    const culprit = suspects().at(-1) ?? [...waiting][0];
    if (culprit) fail(culprit, 'died', reason);
    lose(reason);
  }

  function fail([id, { step, spentMs }]: [number, Waiting], kind: Failure['kind'], reason: string): void {
    const last = step === undefined || step === 'wait' ? 'build' : step;
    settle(id, { kind, reason, step: last, seconds: spentMs / 1000 });
  }

  function lose(reason: string): void {
    ended ??= reason;
    clearTimeout(timer);
    for (const id of [...waiting.keys()]) settle(id, 'lost');
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal ? `it was ended by ${signal}` : `it ended with code ${code}`;
  const last = stderr.trim().split('\n').slice(-6).join('\n');
  return last ? `${how}; it said:\n${last}` : how;
}

import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { entryFile } from '../../entryFile.js';
import { AlphaSparseError, type ErrorCode } from '../../errors.js';
import { hold } from '../../holdChild.js';
import type { Nvrtc } from './nvrtc.js';

/** To a compiling process. */
export interface CompileRequest {
  readonly source: string;
  readonly options: readonly string[];
}

/** From a compiling process. */
export type CompileReply =
  | { readonly cubin: Uint8Array }
  | { readonly code: ErrorCode; readonly message: string; readonly hint?: string };

/** NVRTC, several times. */
export interface Compilers extends Pick<Nvrtc, 'compile'> {
  /** So many compilations make progress at once. */
  readonly width: number;
  /** Ends the processes. */
  close(): void;
}

/** A process that compiles one program at a time. */
interface Compiler {
  readonly busy: boolean;
  readonly alive: boolean;
  /** Undefined where the process died of it. */
  compile(request: CompileRequest): Promise<CompileReply | undefined>;
  end(): void;
}

/**
 * Half of the cores: a search has more to do than to compile, but a kernel of several leaves takes 100 to 200 ms, and
 * with four compilations at once that was most of what a search alone on an H200 waited for (18 of 27 ms a trial).
 */
const mostProcesses = Math.min(7, Math.max(0, Math.floor(availableParallelism() / 2) - 1));

/** Processes that may die before none is started any more. */
const mostDeaths = 3;

/**
 * NVRTC holds a lock while it compiles: threads of a process compile one after another (measured on an H200's host with
 * 1 to 12 threads), processes side by side. The first compilation takes place here; what is asked for meanwhile, in up
 * to `most` processes, which start when they are needed.
 * @param entry a compiled module such as `compilerMain`
 */
export function openCompilers(nvrtc: Pick<Nvrtc, 'compile'>, most = mostProcesses, entry?: string): Compilers {
  let compilers: Compiler[] = [];
  let busyHere = 0;
  let deaths = 0;
  let closed = false;
  const here = async (source: string, options: readonly string[]) => {
    busyHere++;
    try {
      return await nvrtc.compile(source, options);
    } finally {
      busyHere--;
    }
  };
  const idleCompiler = (): Compiler | undefined => {
    const living = compilers.filter(({ alive }) => alive);
    deaths += compilers.length - living.length;
    compilers = living;
    const idle = compilers.find(({ busy }) => !busy);
    if (idle || closed || compilers.length >= most || deaths >= mostDeaths) return idle;
    const started = startCompiler(entry ?? entryFile('compilerMain', import.meta.url));
    compilers.push(started);
    return started;
  };
  return {
    width: most + 1,
    async compile(source, options) {
      const compiler = busyHere > 0 ? idleCompiler() : undefined;
      const reply = compiler && (await compiler.compile({ source, options }));
      if (!reply) return here(source, options);
      if ('cubin' in reply) return reply.cubin;
      throw new AlphaSparseError(reply.code, reply.message, reply.hint);
    },
    close() {
      closed = true;
      for (const compiler of compilers) compiler.end();
    },
  };
}

function startCompiler(entry: string): Compiler {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  hold(child, false);
  let alive = true;
  let settle: ((reply: CompileReply | undefined) => void) | undefined;
  const answer = (reply: CompileReply | undefined) => {
    hold(child, false);
    settle?.(reply);
    settle = undefined;
  };
  const end = () => {
    alive = false;
    answer(undefined);
  };
  child.on('message', answer);
  child.on('error', end);
  child.on('exit', end);
  return {
    get busy() {
      return settle !== undefined;
    },
    get alive() {
      return alive;
    },
    compile: (request) =>
      new Promise((resolve) => {
        if (!alive) return resolve(undefined);
        settle = resolve;
        hold(child, true);
        // Errors of a broken channel come as the process's end.
        child.send(request, () => undefined);
      }),
    end: () => {
      child.kill('SIGKILL');
    },
  };
}

import { availableParallelism } from 'node:os';
import { type CubinCache, cubinKey } from './cubinCache.js';
import type { CompileOptions, Nvrtc } from './nvrtc.js';

/**
 * Compilations run on libuv's threads, whose number the environment sets when Node starts (4 unless
 * UV_THREADPOOL_SIZE says otherwise): a process that compiles for a search should be started with `compileThreads`.
 */
export const compileThreads = Math.max(1, Math.min(availableParallelism() - 1, 12));

/** Compiles kernels in parallel, each source once: from memory, from disk, or by NVRTC. */
export interface CompilePool {
  compile(source: string, options: CompileOptions): Promise<Uint8Array>;
}

/** `cache` undefined keeps nothing on disk. At most `width` compilations run at once; the rest wait in order. */
export function openCompilePool(nvrtc: Nvrtc, cache: CubinCache | undefined, width = compileThreads): CompilePool {
  /** Compilations under way, so that a kernel announced ahead and then asked for is compiled once. */
  const running = new Map<string, Promise<Uint8Array>>();
  const waiting: (() => void)[] = [];
  let active = 0;

  const limited = async (work: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    if (active >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
    try {
      return await work();
    } finally {
      // A finished compilation hands its place on; `active` drops only when nobody waits.
      const next = waiting.shift();
      if (next) next();
      else active--;
    }
  };

  const build = async (key: string, source: string, options: readonly string[]): Promise<Uint8Array> => {
    const stored = await cache?.read(key);
    if (stored) return stored;
    const cubin = await limited(() => nvrtc.compile(source, options));
    await cache?.write(key, cubin);
    return cubin;
  };

  return {
    compile(source, options) {
      const list = nvrtc.optionsFor(source, options);
      const key = cubinKey(source, list, nvrtc.version);
      let result = running.get(key);
      if (!result) {
        result = build(key, source, list).finally(() => running.delete(key));
        running.set(key, result);
      }
      return result;
    },
  };
}

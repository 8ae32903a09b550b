import type { Compilers } from './compilers.js';
import { type CubinCache, cubinKey } from './cubinCache.js';
import type { CompileOptions, Nvrtc } from './nvrtc.js';

/** Compiles kernels in parallel, each source once: from memory, from disk, or by NVRTC. */
export interface CompilePool {
  compile(source: string, options: CompileOptions): Promise<Uint8Array>;
}

/** `cache` undefined keeps nothing on disk. What the compilers cannot take on at once waits in order. */
export function openCompilePool(
  nvrtc: Pick<Nvrtc, 'optionsFor' | 'version'>,
  { compile, width }: Pick<Compilers, 'compile' | 'width'>,
  cache: CubinCache | undefined,
): CompilePool {
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
    const cubin = await limited(() => compile(source, options));
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

import { totalmem } from 'node:os';
import type { KernelSource } from '../codegen/kernelSource.js';
import type { Graph } from '../graph/graph.js';
import { graphHash } from '../graph/identity.js';
import type { BuildResult } from './inProcess.js';

/** Makes kernels of graphs, here or in other threads. */
export interface Builder {
  /** Rejects where building throws. */
  build(graph: Graph): Promise<BuildResult>;
  /** Rejects what has not begun. */
  drop(): void;
  close(): Promise<void>;
}

/** Builds in this thread, when asked. `build` is called again only for graphs that the cache has dropped. */
export function inlineBuilder(build: (graph: Graph) => BuildResult): Builder {
  const cache = createBuildCache();
  return {
    async build(graph) {
      const key = graphHash(graph);
      const result = cache.get(key) ?? build(graph);
      cache.set(key, result);
      return result;
    },
    drop: () => undefined,
    close: async () => undefined,
  };
}

export interface BuildCache {
  get(key: string): BuildResult | undefined;
  /** Adds a result, or makes it the youngest. */
  set(key: string, result: BuildResult): void;
}

/** A kernel carries its whole format, 100 MB and more of it for large matrices. */
export const mostCachedBytes = Math.min(2 ** 33, Math.max(2 ** 29, totalmem() / 16));

/** The latest build results: few, and bounded in bytes. */
export function createBuildCache(mostEntries = 32, mostBytes = mostCachedBytes): BuildCache {
  // A Map keeps insertion order, so the first key is the one unused for longest.
  const results = new Map<string, BuildResult>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= sizeOf(results.get(key));
    results.delete(key);
  };
  return {
    get: (key) => results.get(key),
    set(key, result) {
      remove(key);
      results.set(key, result);
      bytes += sizeOf(result);
      for (const oldest of results.keys()) {
        if (oldest === key || (results.size <= mostEntries && bytes <= mostBytes)) break;
        remove(oldest);
      }
    },
  };
}

/** Bytes that a result holds on to. */
function sizeOf(result: BuildResult | undefined): number {
  return result && 'kernel' in result ? kernelBytes(result.kernel) : 0;
}

function kernelBytes({ slots, valueClasses, indices, source }: KernelSource): number {
  return slots.byteLength + (valueClasses?.byteLength ?? 0) + indices.byteLength + source.length;
}

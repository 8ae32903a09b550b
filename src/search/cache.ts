import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { BaselineResult } from '../tuneTypes.js';
import { searchDefaults } from './options.js';

/** What a tuned kernel depends on. Values of the matrix are not part of it: no kernel holds them. */
export interface CacheKey {
  /** Hash of the matrix's pattern. */
  readonly matrix: string;
  readonly dtype: string;
  /** The 16-bit type that values are stored in; absent where they have the dtype. */
  readonly valueStorage?: string;
  readonly device: string;
  readonly driver: string;
  /** Version of what turns graphs into kernels. */
  readonly generator: string;
  /** Options that change which kernel may win. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A tuned kernel as it is remembered: enough to build it again. */
export interface CachedKernel {
  readonly graph: Graph;
  readonly hash: string;
  readonly origin: string;
  readonly novel: boolean;
  readonly timeUs: number;
  /** Hash of the generated source: it differs once the generator makes another kernel of the graph. */
  readonly source: string;
  readonly baselines: readonly BaselineResult[];
  /** Limits of the search behind it; `trials` is null for no limit. */
  readonly budgetMs: number;
  readonly trials: number | null;
  /** Absent from entries of before it was an option, whose searches had the default. */
  readonly patience?: number;
}

/** Whether a kernel was searched for at least as thoroughly as wanted: a long search does not take a short one's word. */
export function covers(
  kernel: CachedKernel,
  wanted: { readonly budgetMs: number; readonly trials: number; readonly patience?: number },
): boolean {
  const { patience: usual } = searchDefaults;
  return (
    kernel.budgetMs >= wanted.budgetMs &&
    (kernel.trials ?? Infinity) >= wanted.trials &&
    (kernel.patience ?? usual) >= (wanted.patience ?? usual)
  );
}

const baselineSchema = z.object({
  name: z.string(),
  timeUs: z.number(),
  coldUs: z.number().optional(),
  values: z.string().optional(),
});

const entrySchema = z.object({
  key: z.unknown(),
  kernel: z.looseObject({
    graph: z.array(z.looseObject({ op: z.string(), params: z.record(z.string(), z.unknown()) })),
    hash: z.string(),
    origin: z.string(),
    novel: z.boolean(),
    timeUs: z.number(),
    source: z.string(),
    baselines: z.array(baselineSchema),
    budgetMs: z.number(),
    trials: z.number().nullable(),
    patience: z.number().optional(),
  }),
});

/** Tuned kernels in a folder, one file a key. Readers never see half a file, whoever writes at the same time. */
export interface KernelCache {
  /** The kernel, or undefined. Whatever cannot be read is a miss and a warning. Verify before use. */
  get(key: CacheKey): Promise<CachedKernel | undefined>;
  /** Never rejects: a cache that cannot be written is a warning. */
  put(key: CacheKey, kernel: CachedKernel): Promise<void>;
}

export function createKernelCache(folder: string, warn: (message: string) => void = () => {}): KernelCache {
  const fileOf = (key: CacheKey) => join(folder, `${key.matrix}-${hashOf(key)}.json`);
  return {
    async get(key) {
      const file = fileOf(key);
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') warn(`cannot read ${file}: ${messageOf(cause)}`);
        return undefined;
      }
      try {
        const entry = entrySchema.parse(JSON.parse(text));
        if (canonical(entry.key) === canonical(key)) return entry.kernel as unknown as CachedKernel;
        warn(`${file} is of another key; it is ignored`);
      } catch (cause) {
        warn(`${file} is damaged and ignored: ${messageOf(cause).split('\n')[0]}`);
      }
      return undefined;
    },
    async put(key, kernel) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(draft, JSON.stringify({ key, kernel }), { flush: true });
        await rename(draft, file);
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => {});
        warn(`cannot write ${file}: ${messageOf(cause)}`);
      }
    },
  };
}

function hashOf(key: CacheKey): string {
  return createHash('sha256').update(canonical(key)).digest('hex').slice(0, 16);
}

/** JSON with keys in order, so that equal keys have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

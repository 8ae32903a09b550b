import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { trimFolder } from '../cacheFiles.js';

/** What the compiled kernels may take on disk: those used longest ago go first. */
export const mostCubinBytes = 1e9;

/** Compiled kernels on disk, by the hash of everything that shaped them. */
export interface CubinCache {
  read(key: string): Promise<Uint8Array | undefined>;
  /** Never throws: a full or read-only disk costs speed, not correctness. */
  write(key: string, cubin: Uint8Array): Promise<void>;
}

/** The key of a compilation. */
export function cubinKey(source: string, options: readonly string[], compilerVersion: string): string {
  return createHash('sha256')
    .update(JSON.stringify([compilerVersion, options, source]))
    .digest('hex');
}

/**
 * A cache in a folder, made when first written to. Readers never see half a file: entries appear by renaming. Holds
 * about `maxBytes`: looks after that at its first write, and each time a sixteenth of them has been written.
 */
export function openCubinCache(folder: string, maxBytes = mostCubinBytes): CubinCache {
  let unchecked = Number.POSITIVE_INFINITY;
  const keepSmall = async (bytes: number) => {
    unchecked += bytes;
    if (unchecked < maxBytes / 16) return;
    unchecked = 0;
    await trimFolder(folder, maxBytes);
  };
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.cubin`);
  return {
    async read(key) {
      try {
        const cubin = await readFile(pathOf(key));
        const now = new Date();
        // What is used stays longest. A folder that cannot be written to is none of the reader's business.
        await utimes(pathOf(key), now, now).catch(() => {});
        return cubin.length > 0 ? cubin : undefined;
      } catch {
        return undefined;
      }
    },
    async write(key, cubin) {
      const path = pathOf(key);
      const draft = `${path}.${randomUUID()}`;
      try {
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
        await writeFile(draft, cubin);
        await rename(draft, path);
        await keepSmall(cubin.length);
      } catch {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** A cache in a folder, made when first written to. Readers never see half a file: entries appear by renaming. */
export function openCubinCache(folder: string): CubinCache {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.cubin`);
  return {
    async read(key) {
      try {
        const cubin = await readFile(pathOf(key));
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
      } catch {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

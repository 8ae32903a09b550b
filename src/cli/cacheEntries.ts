import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies in the cache folder, by name. Nothing else is ever removed: the folder may be set to a wrong place. */
const kinds: readonly { readonly name: RegExp; readonly what: string }[] = [
  { name: /^swiftshader-[\d.]+$/, what: 'software device' },
  { name: /^cubins$/, what: 'compiled CUDA kernels' },
  { name: /^tuned$/, what: 'tuned kernels' },
  { name: /^trials$/, what: 'trial logs' },
];

export interface CacheEntry {
  readonly name: string;
  readonly what: string;
  readonly files: number;
  readonly bytes: number;
}

/** The entries of ours in a cache folder, with all that they hold. An absent folder is empty. */
export async function cacheEntries(folder: string): Promise<CacheEntry[]> {
  const entries: CacheEntry[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const kind = kinds.find((candidate) => candidate.name.test(name));
    if (!kind) continue;
    const files = await filesUnder(join(folder, name));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    entries.push({ name, what: kind.what, files: files.length, bytes });
  }
  return entries;
}

/** Removes entries, or only their files that were last written before `before`. Returns the bytes freed. */
export async function removeEntries(folder: string, entries: readonly CacheEntry[], before?: Date): Promise<number> {
  let freed = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (before === undefined) {
      await rm(path, { recursive: true, force: true });
      freed += entry.bytes;
      continue;
    }
    for (const file of await filesUnder(path)) {
      if (file.writtenAt >= before) continue;
      await rm(file.path, { force: true });
      freed += file.bytes;
    }
  }
  return freed;
}

async function filesUnder(folder: string): Promise<{ path: string; bytes: number; writtenAt: Date }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (path) => {
      const { size, mtime } = await stat(path);
      return { path, bytes: size, writtenAt: mtime };
    }),
  );
}

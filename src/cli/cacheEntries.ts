import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filesUnder } from '../device/cacheFiles.js';

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

/** Removes entries, or only their files that were last used before `before`. Returns the bytes freed. */
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
      if (file.usedAt >= before) continue;
      await rm(file.path, { force: true });
      freed += file.bytes;
    }
  }
  return freed;
}

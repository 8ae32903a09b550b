import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the cache. `usedAt` is when it was last written, or read where its reader says so. */
export interface CacheFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: Date;
}

/** All files below a folder; none when there is no such folder. Files that vanish meanwhile are left out. */
export async function filesUnder(folder: string): Promise<CacheFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => {
    const { size, mtime } = await stat(path);
    return { path, bytes: size, usedAt: mtime };
  });
  const found = await Promise.allSettled(files);
  return found.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []));
}

/** Removes the files of a folder that were used longest ago, until at most `maxBytes` are left. Returns the bytes freed. */
export async function trimFolder(folder: string, maxBytes: number): Promise<number> {
  const files = await filesUnder(folder);
  let left = files.reduce((sum, file) => sum + file.bytes, 0);
  let freed = 0;
  for (const { path, bytes } of files.sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime())) {
    if (left <= maxBytes) break;
    await rm(path, { force: true });
    left -= bytes;
    freed += bytes;
  }
  return freed;
}

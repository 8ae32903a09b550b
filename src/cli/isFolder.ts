import { stat } from 'node:fs/promises';

/** Whether a path names a folder that exists. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

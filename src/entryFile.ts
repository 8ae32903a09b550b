import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AlphaSparseError } from './errors.js';

/**
 * Path of a compiled script in the folder of a module, for a child process or thread to start from. Node runs no TypeScript, so
 * from the sources (tests) it is the twin under `dist`.
 */
export function entryFile(name: string, from: string): string {
  const here = fileURLToPath(from);
  const folder = here.endsWith('.ts') ? dirname(here).replace(/^(.*[/\\])src(?=[/\\])/, '$1dist') : dirname(here);
  const file = join(folder, `${name}.js`);
  if (!existsSync(file)) {
    throw new AlphaSparseError('internal', `${file} does not exist.`, 'Build first: npx tsc -p .');
  }
  return file;
}

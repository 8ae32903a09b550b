import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AlphaSparseError, messageOf } from '../errors.js';

/** Names under which matrices are known to be kept; other files of a folder are passed over. */
const matrixFile = /\.(mtx|mtx\.gz|tar\.gz|tgz|npz|smtx|rb|[cipr][suhzr][ae])$/i;

/**
 * The matrices that arguments of a suite run name, in order and each once: files, `gen:` specifications, and all matrix
 * files of folders. Throws 'input' for what does not exist.
 */
export function expandSources(args: readonly string[]): string[] {
  return [...new Set(args.flatMap(expand))];
}

/** The matrices that a list names, one a line, relative to the list; `#` starts a comment. */
export function readSourceList(file: string): string[] {
  const lines = readText(file).split('\n');
  const named = lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
  return expandSources(named.map((name) => (name.startsWith('gen:') ? name : join(dirname(file), name))));
}

function expand(arg: string): string[] {
  if (arg.startsWith('gen:')) return [arg];
  try {
    if (!statSync(arg).isDirectory()) return [arg];
    const names = readdirSync(arg).filter((name) => matrixFile.test(name));
    return names.sort().map((name) => join(arg, name));
  } catch (error) {
    throw new AlphaSparseError('input', `${arg} cannot be read: ${messageOf(error)}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AlphaSparseError('input', `${file} cannot be read: ${messageOf(error)}`);
  }
}

import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AlphaSparseError, messageOf } from '../../errors.js';
import type { ExportFile } from './exportFile.js';

/** Files that tuning puts beside an export. They do not make a folder foreign. */
const ownExtras = new Set(['report.json', 'trials.jsonl']);

const manifestName = 'manifest.json';

/**
 * Makes sure that an export can write into a folder: it is absent, and then made, empty, or holds an earlier export.
 * @throws AlphaSparseError 'usage' when it holds anything else and `force` is not set, or cannot be written.
 */
export async function claimFolder(folder: string, force = false): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new AlphaSparseError('usage', `${folder}: cannot write there: ${messageOf(error)}`);
  });
  const foreign = names.filter((name) => !ownExtras.has(name));
  if (force || foreign.length === 0 || (await previousFiles(folder)) !== undefined) return makeFolder(folder);
  throw new AlphaSparseError(
    'usage',
    `${folder} holds ${foreign.length} other files (${foreign.slice(0, 3).join(', ')}…)`,
    'choose an empty folder, or pass --force to write among them',
  );
}

/**
 * Writes an export, the manifest last, each file whole or not at all. Files of an earlier export that this one
 * lacks are removed. Returns the paths written.
 */
export async function writeFolder(folder: string, files: readonly ExportFile[]): Promise<string[]> {
  const stale = new Set(await previousFiles(folder));
  await makeFolder(folder);
  // Until all is written the manifest says so: a half-written folder is still ours, but is not taken for an export.
  const unfinished = { schema: 'alphasparse-export/unfinished', files: [...stale, ...files.map(({ name }) => name)] };
  await replaceFile(join(folder, manifestName), JSON.stringify(unfinished));
  const ordered = [...files].sort((a, b) => Number(a.name === manifestName) - Number(b.name === manifestName));
  for (const { name, content } of ordered) {
    await replaceFile(join(folder, name), content);
    stale.delete(name);
  }
  for (const name of stale) await rm(join(folder, name), { force: true });
  return ordered.map(({ name }) => join(folder, name));
}

/**
 * Makes a folder with those above it. Node's own recursion never ends below a folder that exists and yet says ENOENT, as
 * /proc does.
 */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder).catch((error: NodeJS.ErrnoException) => error);
  if (made === undefined || made.code === 'EEXIST') return;
  const above = dirname(folder);
  if (made.code !== 'ENOENT' || above === folder || (await exists(above))) {
    throw new AlphaSparseError('usage', `${folder}: cannot write there: ${messageOf(made)}`);
  }
  await makeFolder(above);
  await makeFolder(folder);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes a file under a passing name and renames it, so that a reader never sees a part. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The files of the export that a folder holds, or undefined when it holds none. */
async function previousFiles(folder: string): Promise<string[] | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
    if (!isOurs(manifest)) return undefined;
    // Plain names only: a manifest must not be able to name files elsewhere.
    return manifest.files.filter((name) => typeof name === 'string' && !/[/\\]/.test(name));
  } catch {
    return undefined;
  }
}

function isOurs(manifest: unknown): manifest is { schema: string; files: string[] } {
  if (typeof manifest !== 'object' || manifest === null) return false;
  const { schema, files } = manifest as { schema?: unknown; files?: unknown };
  return typeof schema === 'string' && schema.startsWith('alphasparse-export/') && Array.isArray(files);
}

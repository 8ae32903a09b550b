import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AlphaSparseError, messageOf } from '../errors.js';
import { isFolder } from './isFolder.js';

/** Throws 'usage' when a file cannot be made: better before a search than after it. */
export async function mustBeWritable(file: string): Promise<void> {
  if (file === '' || (await isFolder(file))) {
    throw new AlphaSparseError('usage', `'${file}' is ${file === '' ? 'no file name' : 'a folder'}`, 'Name a file.');
  }
  await access(dirname(file), constants.W_OK).catch((cause: unknown) => fail(file, cause));
}

/** Writes a page whole or not at all. */
export async function writePage(file: string, page: string): Promise<void> {
  const { replaceFile } = await import('../codegen/export.js');
  await replaceFile(file, page).catch((cause: unknown) => fail(file, cause));
}

function fail(file: string, cause: unknown): never {
  throw new AlphaSparseError('usage', `cannot write ${file}: ${messageOf(cause)}`);
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  candidatePaths,
  findCuda,
  type LibraryKind,
  locate,
  wantedLibraries,
} from '../../../src/device/cuda/locate.js';
import type { AlphaSparseError } from '../../../src/errors.js';
import { tempFolder } from '../../support/tempFolder.js';

const kinds = Object.keys(wantedLibraries) as LibraryKind[];

function failure(kind: LibraryKind, env: NodeJS.ProcessEnv): AlphaSparseError | undefined {
  try {
    locate(kind, env);
    return undefined;
  } catch (error) {
    return error as AlphaSparseError;
  }
}

describe('locate', () => {
  it.each(kinds)('says what it looked for and how to get it, when %s is missing', (kind) => {
    const error = failure(kind, {});
    if (!error) return console.log(`skip: ${kind} is installed here`);
    expect(error.code).toBe('no-device');
    const { title, names } = wantedLibraries[kind];
    expect(error.message).toContain(`${title} was not found: looked for ${names.join(', ')}`);
    expect(error.hint).toMatch(/install/);
  });

  it('names a library that is there but does not load', () => {
    const folder = tempFolder('locate');
    const lib = join(folder, 'nvidia', 'cusparse', 'lib');
    mkdirSync(lib, { recursive: true });
    const file = join(lib, 'libcusparse.so.12');
    writeFileSync(file, 'not a library');
    const error = failure('cusparse', { ALPHASPARSE_CUDA_PATH: folder });
    if (!error) return console.log('skip: cuSPARSE is installed here');
    expect(error.message).toContain(`found but not loadable: ${file}`);
    expect(error.message).toContain(lib);
  });

  it.each([
    ['CUDA_HOME', 'lib64'],
    ['CUDA_PATH', 'targets/x86_64-linux/lib'],
    ['ALPHASPARSE_CUDA_PATH', 'cu13/lib'],
  ])('finds a library under %s/%s', (variable, below) => {
    const folder = tempFolder('locate');
    mkdirSync(join(folder, below), { recursive: true });
    const library = join(folder, below, 'libcuda.so.1');
    writeFileSync(library, '');
    expect([...candidatePaths('driver', { [variable]: folder })][0]).toBe(library);
  });

  it('lets the loader search before the usual folders', () => {
    const paths = [...candidatePaths('nvrtc', {})];
    expect(paths.indexOf('libnvrtc.so.13')).toBeLessThan(paths.indexOf('libnvrtc.so.12'));
    expect(paths).toContain('libnvrtc.so.12');
  });
});

describe('findCuda', () => {
  it('never throws', () => {
    const found = findCuda({});
    expect(typeof found.available).toBe('boolean');
    if (!found.available) expect(found.reason).toMatch(/was not found/);
  });
});

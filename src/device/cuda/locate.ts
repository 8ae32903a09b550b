import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LibraryHandle } from 'koffi';
import { AlphaSparseError, messageOf } from '../../errors.js';
import { loadLibrary } from './nativeCall.js';

export type LibraryKind = 'driver' | 'nvrtc' | 'cusparse';

/** One shared library that alphasparse loads at run time. */
interface Wanted {
  readonly title: string;
  /** Names to try, newest first. */
  readonly names: readonly string[];
  /** Companions that must be loaded first where they lie beside it: the library does not find them itself. */
  readonly companions: RegExp;
  readonly hint: string;
}

const toolkitHint =
  'install the CUDA toolkit 12 or 13, or its pip packages, and name their folder in ALPHASPARSE_CUDA_PATH';

export const wantedLibraries: Readonly<Record<LibraryKind, Wanted>> = {
  driver: {
    title: 'the CUDA driver',
    names: ['libcuda.so.1'],
    companions: /^$/,
    hint: 'install the NVIDIA driver, or use --target webgpu; in a container pass the GPU through (docker run --gpus all)',
  },
  nvrtc: {
    title: 'the CUDA run-time compiler NVRTC',
    names: ['libnvrtc.so.13', 'libnvrtc.so.12'],
    companions: /^libnvrtc-builtins\.so\.\d+\.\d+$/,
    hint: `${toolkitHint} (pip install nvidia-cuda-nvrtc)`,
  },
  cusparse: {
    title: 'cuSPARSE',
    names: ['libcusparse.so.13', 'libcusparse.so.12'],
    companions: /^libnvJitLink\.so\.\d+$/,
    hint: `${toolkitHint} (pip install nvidia-cusparse); it is needed only for baselines`,
  },
};

/** A loaded library and the path or name that loaded it. */
export interface Located {
  readonly path: string;
  readonly library: LibraryHandle;
}

const loaded = new Map<LibraryKind, Located>();

/**
 * Finds and loads a library of CUDA, once a process. Order: folders named by the environment, the loader's own
 * search, then the usual install folders. Throws AlphaSparseError 'no-device' listing where it looked.
 */
export function locate(kind: LibraryKind, env: NodeJS.ProcessEnv = process.env): Located {
  const known = loaded.get(kind);
  if (known) return known;
  const wanted = wantedLibraries[kind];
  const failures: string[] = [];
  for (const path of candidatePaths(kind, env)) {
    try {
      loadCompanions(path, wanted.companions);
      const located = { path, library: loadLibrary(path) };
      loaded.set(kind, located);
      return located;
    } catch (error) {
      if (path.includes('/')) failures.push(`${path}: ${messageOf(error)}`);
    }
  }
  const folders = searchFolders(env).filter((folder) => existsSync(folder));
  const looked = [
    `looked for ${wanted.names.join(', ')} in the loader's path (ldconfig, LD_LIBRARY_PATH)`,
    folders.length > 0 ? `and in ${folders.join(', ')}` : 'and in the usual CUDA folders, none of which exist',
  ].join(' ');
  const broken = failures.length > 0 ? `; found but not loadable: ${failures.join('; ')}` : '';
  throw new AlphaSparseError('no-device', `${wanted.title} was not found: ${looked}${broken}`, wanted.hint);
}

/** Whether CUDA's driver and compiler can be loaded here; never throws. Says nothing about a GPU: see `cudaDevices`. */
export function findCuda(env: NodeJS.ProcessEnv = process.env): {
  available: boolean;
  driver?: string;
  nvrtc?: string;
  reason?: string;
} {
  try {
    const driver = locate('driver', env).path;
    const nvrtc = locate('nvrtc', env).path;
    return { available: true, driver, nvrtc };
  } catch (error) {
    return { available: false, reason: messageOf(error) };
  }
}

/** The folder with CUDA's own headers (cuda_fp16.h), or undefined. Only f16 kernels need it. */
export function includeFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const beside = loaded.get('nvrtc')?.path;
  const libraries = [...(beside?.includes('/') ? [dirname(beside)] : []), ...searchFolders(env)];
  const folders = libraries.flatMap((folder) => [
    join(folder, '../include'),
    join(folder, 'include'),
    join(folder, '../../cuda_runtime/include'),
  ]);
  return folders.find((folder) => existsSync(join(folder, 'cuda_fp16.h')));
}

/** Paths and names to try for a library, in order. Paths exist; names are for the loader to resolve. */
export function* candidatePaths(kind: LibraryKind, env: NodeJS.ProcessEnv): Generator<string> {
  const { names } = wantedLibraries[kind];
  for (const folder of namedFolders(env)) yield* existing(folder, names);
  // A bare name leaves companions to the loader, which knows their folder only through its cache: prefer its path.
  yield* fromLoaderCache(names);
  yield* names;
  for (const folder of installFolders()) yield* existing(folder, names);
}

function existing(folder: string, names: readonly string[]): string[] {
  return names.map((name) => join(folder, name)).filter((path) => existsSync(path));
}

function searchFolders(env: NodeJS.ProcessEnv): string[] {
  return [...new Set([...namedFolders(env), ...installFolders()])];
}

/** Folders under the roots that the user named, pip's `nvidia/<part>/lib` layout included. */
function namedFolders(env: NodeJS.ProcessEnv): string[] {
  const roots = [env.ALPHASPARSE_CUDA_PATH, env.CUDA_HOME, env.CUDA_PATH].filter((root) => root !== undefined);
  return roots
    .flatMap((list) => list.split(':'))
    .filter((root) => root !== '')
    .flatMap((root) => [...toolkitFolders(root), ...pipFolders(root), ...pipFolders(join(root, 'nvidia'))]);
}

function toolkitFolders(root: string): string[] {
  const targets = list(join(root, 'targets')).map((target) => join(root, 'targets', target, 'lib'));
  return [root, join(root, 'lib64'), join(root, 'lib'), ...targets];
}

function pipFolders(root: string): string[] {
  return list(root).map((part) => join(root, part, 'lib'));
}

function installFolders(): string[] {
  const toolkits = list('/usr/local')
    .filter((name) => /^cuda(-\d|$)/.test(name))
    .sort()
    .reverse()
    .sort((a, b) => Number(b === 'cuda') - Number(a === 'cuda'))
    .flatMap((name) => toolkitFolders(join('/usr/local', name)));
  const drivers = ['/usr/local/nvidia/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib/wsl/lib'];
  return [...toolkits, ...drivers, '/opt/cuda/lib64'];
}

let cachedLoaderPaths: string[] | undefined;

function fromLoaderCache(names: readonly string[]): string[] {
  if (!cachedLoaderPaths) {
    try {
      const text = execFileSync('ldconfig', ['-p'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/sbin:/usr/sbin` },
      });
      cachedLoaderPaths = [...text.matchAll(/=> (\S+)$/gm)].map((match) => match[1]);
    } catch {
      cachedLoaderPaths = [];
    }
  }
  return names.flatMap((name) => cachedLoaderPaths!.filter((path) => path.endsWith(`/${name}`)));
}

function loadCompanions(path: string, companions: RegExp): void {
  if (!path.includes('/')) return;
  const folder = dirname(path);
  for (const name of list(folder)) {
    if (!companions.test(name)) continue;
    try {
      loadLibrary(join(folder, name));
    } catch {
      // Another version of the companion may serve; the library itself reports what it lacks.
    }
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

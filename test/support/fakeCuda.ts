import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { loadLibrary } from '../../src/device/cuda/nativeCall.js';

const sourceOf = (name: string) => fileURLToPath(new URL(`../device/cuda/${name}.c`, import.meta.url));

/** Counters of the fake driver. */
export interface FakeCounters {
  /** Device allocations not freed. */
  live(): number;
  /** Streams, modules, events, graphs and programs not destroyed. */
  handles(): number;
  compiles(): number;
  launches(): number;
  /** Copies to the host. */
  downloads(): number;
  lastThreads(): number;
  lastShared(): number;
  lastGrid(): number;
}

/**
 * Compiles the fake driver, NVRTC and cuSPARSE, and makes this process find them as CUDA, until the
 * test file that calls this at its top level ends. Undefined where there is no C compiler.
 */
export function installFakeCuda(): { counters: FakeCounters; folder: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'alphasparse-fake-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const lib = join(folder, 'lib');
  mkdirSync(lib);
  const driver = join(lib, 'libcuda.so.1');
  try {
    compile(driver, [sourceOf('fakeCuda')]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // Linked with the fake driver, so that its launches enter the driver's streams and graphs.
  compile(join(lib, 'libcusparse.so.12'), [sourceOf('fakeCusparse'), driver, `-Wl,-rpath,${lib}`]);
  copyFileSync(driver, join(lib, 'libnvrtc.so.13'));
  process.env.ALPHASPARSE_CUDA_PATH = folder;
  process.env.ALPHASPARSE_CACHE_DIR = join(folder, 'cache');
  return { folder, counters: readCounters(driver, join(lib, 'libnvrtc.so.13')) };
}

function compile(to: string, inputs: string[]): void {
  execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', to, ...inputs]);
}

function readCounters(driver: string, nvrtc: string): FakeCounters {
  // The two copies have counters of their own; handles live in both.
  const [one, other] = [loadLibrary(driver), loadLibrary(nvrtc)];
  const counter = (library: typeof one, name: string) => library.func(name, 'int', []) as () => number;
  const programs = counter(other, 'fakeHandles');
  const objects = counter(one, 'fakeHandles');
  return {
    live: counter(one, 'fakeLive'),
    handles: () => objects() + programs(),
    compiles: counter(other, 'fakeCompiles'),
    launches: counter(one, 'fakeLaunches'),
    downloads: counter(one, 'fakeDownloads'),
    lastThreads: counter(one, 'fakeLastThreads'),
    lastShared: counter(one, 'fakeLastShared'),
    lastGrid: counter(one, 'fakeLastGrid'),
  };
}

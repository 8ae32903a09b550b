import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadLibrary } from '../../src/device/cuda/nativeCall.js';

const source = fileURLToPath(new URL('../device/cuda/fakeCuda.c', import.meta.url));

/** Counters of the fake driver. */
export interface FakeCounters {
  /** Device allocations not freed. */
  live(): number;
  /** Streams, modules, events, graphs and programs not destroyed. */
  handles(): number;
  compiles(): number;
  launches(): number;
  lastThreads(): number;
  lastShared(): number;
  lastGrid(): number;
}

/** Compiles the fake driver and makes this process find it as CUDA. Undefined where there is no C compiler. */
export function installFakeCuda(): { counters: FakeCounters; folder: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'alphasparse-fake-'));
  const lib = join(folder, 'lib');
  mkdirSync(lib);
  const driver = join(lib, 'libcuda.so.1');
  const built = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', driver, source], { encoding: 'utf8' });
  if (built.error) return undefined;
  if (built.status !== 0) throw new Error(`the fake driver does not compile: ${built.stderr}`);
  copyFileSync(driver, join(lib, 'libnvrtc.so.13'));
  process.env.ALPHASPARSE_CUDA_PATH = folder;
  process.env.ALPHASPARSE_CACHE_DIR = join(folder, 'cache');
  return { folder, counters: readCounters(driver, join(lib, 'libnvrtc.so.13')) };
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
    lastThreads: counter(one, 'fakeLastThreads'),
    lastShared: counter(one, 'fakeLastShared'),
    lastGrid: counter(one, 'fakeLastGrid'),
  };
}

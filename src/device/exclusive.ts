import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import koffi, { type LibraryHandle } from 'koffi';
import { cacheFolder } from './cacheFolder.js';
import type { DeviceInfo } from './device.js';
import type { DeviceChoice } from './open.js';

/** Waits until no other process has the device; the result gives it back. `onWait` is told when that takes a while. */
export type TakeDevice = (onWait?: () => void) => Promise<() => void>;

type Flock = ReturnType<LibraryHandle['func']>;

const exclusiveLock = 2;
const withoutWaiting = 4;

/**
 * Turns on one GPU for all processes of this user, so that searches side by side do not disturb each other's timings.
 * The turn is a lock on a file, which the kernel takes back from a process that dies. On a software device, and where
 * there can be no such file (not Linux, or no cache folder), everybody has the device at once.
 */
export function turnsOn(
  info: DeviceInfo,
  { device }: DeviceChoice = {},
  folder = join(cacheFolder(), 'locks'),
): TakeDevice {
  const flock = info.software ? undefined : loadFlock();
  // Not by backend or name: WebGPU calls a GPU otherwise than CUDA does.
  const file = join(folder, `gpu-${typeof device === 'number' ? device : 0}.lock`);
  if (!flock || !canOpen(file)) return async () => () => undefined;
  return async (onWait) => {
    // A lock belongs to what was opened, so two turns of one process exclude each other as well.
    const descriptor = openSync(file, 'a');
    if (flock(descriptor, exclusiveLock | withoutWaiting) !== 0) {
      onWait?.();
      // A signal may cut the waiting short.
      while ((await inBackground(flock, descriptor)) !== 0);
    }
    return () => closeSync(descriptor);
  };
}

function canOpen(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a'));
    return true;
  } catch {
    return false;
  }
}

function inBackground(flock: Flock, descriptor: number): Promise<number> {
  return new Promise((resolve, reject) => {
    flock.async(descriptor, exclusiveLock, (error: unknown, status: number) =>
      error ? reject(error) : resolve(status),
    );
  });
}

let loaded: Flock | undefined;

function loadFlock(): Flock | undefined {
  if (process.platform !== 'linux') return undefined;
  loaded ??= koffi.load('libc.so.6').func('int flock(int, int)');
  return loaded;
}

import { AlphaSparseError, messageOf } from '../errors.js';
import type { Device, DeviceInfo } from './device.js';
import { noDevice } from './softwareAdapter.js';
import { openWebgpu } from './webgpu.js';

/** Which device to open; the same words as on the command line. */
export interface DeviceChoice {
  /** `auto`, the default, takes CUDA where it works and WebGPU otherwise. */
  readonly target?: 'auto' | 'webgpu' | 'cuda';
  /** `software` asks for SwiftShader, a number for that CUDA device. */
  readonly device?: 'auto' | 'software' | number;
}

/** A device that `openDevice` can give, or why not. */
export interface DeviceListing {
  /** The options that choose it. */
  readonly choice: DeviceChoice;
  readonly info?: DeviceInfo;
  /** Why it cannot be used, when there is no `info`. */
  readonly reason?: string;
  readonly hint?: string;
}

/**
 * Opens the device that the options ask for: under `auto` CUDA, else a hardware WebGPU adapter, else SwiftShader.
 * Throws AlphaSparseError: 'usage' for options that exclude each other, 'no-device' when there is none.
 */
export async function openDevice({ target = 'auto', device = 'auto' }: DeviceChoice = {}): Promise<Device> {
  if (device === 'software') {
    if (target === 'cuda') throw usage('The software device runs WebGPU, not CUDA.', 'Drop --target cuda.');
    return openWebgpu({ adapter: 'software' });
  }
  if (typeof device === 'number') {
    if (target === 'webgpu') throw usage(`Device ${device} is a number, which picks a CUDA device.`, 'Drop --device.');
    if (!Number.isSafeInteger(device) || device < 0) throw usage(`There is no device ${device}.`, 'Count from 0.');
    return openCuda(device);
  }
  if (target === 'cuda') return openCuda(0);
  if (target === 'webgpu') return openWebgpu();
  // A driver can be there without a GPU that it can use; `auto` then goes on.
  return openCuda(0).catch(() => openWebgpu());
}

/** Tries every device of this machine, CUDA first. */
export async function listDevices(): Promise<DeviceListing[]> {
  const listings: DeviceListing[] = [];
  for (let device = 0; ; device++) {
    const listing = await tryDevice({ target: 'cuda', device }, () => openCuda(device));
    if (listing.info || device === 0) listings.push(listing);
    if (!listing.info) break;
  }
  listings.push(await tryDevice({ target: 'webgpu' }, () => openWebgpu({ adapter: 'hardware' })));
  listings.push(await tryDevice({ device: 'software' }, () => openWebgpu({ adapter: 'software' })));
  return listings;
}

async function tryDevice(choice: DeviceChoice, open: () => Promise<Device>): Promise<DeviceListing> {
  try {
    const device = await open();
    await device.close();
    return { choice, info: device.info };
  } catch (error) {
    return { choice, reason: messageOf(error), hint: error instanceof AlphaSparseError ? error.hint : undefined };
  }
}

async function openCuda(index: number): Promise<Device> {
  // Loaded only when asked for: other platforms have no use for it.
  const cuda = await import('./cuda/index.js');
  const found = cuda.findCuda();
  if (!found.available) throw noDevice(`CUDA is not available: ${found.reason ?? 'no driver'}`);
  return cuda.openCuda(index);
}

function usage(message: string, hint: string): AlphaSparseError {
  return new AlphaSparseError('usage', message, hint);
}

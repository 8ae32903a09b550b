import type { Device } from '../device/device.js';
import { type DeviceChoice, openDevice } from '../device/open.js';
import { AlphaSparseError } from '../errors.js';
import type { TunedKernel } from '../tuneTypes.js';

/** A device that is open, and the options that choose it. */
interface Place {
  readonly device: Device;
  readonly choice: DeviceChoice;
}

const places = new WeakMap<TunedKernel, Place>();

/**
 * The device to tune on: opened as chosen, or that of an earlier kernel, which goes on owning it.
 * @throws AlphaSparseError as `openDevice` does, and 'usage' for a kernel that `tune` did not make.
 */
export async function deviceFor(choice: DeviceChoice, beside: TunedKernel | undefined): Promise<Place> {
  if (!beside) return { device: await openDevice(choice), choice };
  const place = places.get(beside);
  if (!place) throw new AlphaSparseError('usage', 'beside is not a kernel that tune returned');
  return { ...place, device: { ...place.device, close: async () => {} } };
}

/** Lets later tunings run beside a kernel. */
export function remember(kernel: TunedKernel, place: Place): TunedKernel {
  places.set(kernel, place);
  return kernel;
}

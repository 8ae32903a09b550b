import type { DeviceInfo } from '../device/device.js';
import type { CacheKey } from '../search/cache.js';
import { packageVersion } from '../version.js';
import type { Settings } from './settings.js';

/** What a tuned kernel of a matrix (the hash of its pattern) is remembered under. */
export function cacheKey(
  matrix: string,
  settings: Pick<Settings, 'dtype' | 'valueStorage' | 'deterministic' | 'pruning' | 'seed'>,
  { name, driver }: DeviceInfo,
): CacheKey {
  const { dtype, valueStorage, deterministic, pruning, seed } = settings;
  return {
    matrix,
    dtype,
    ...(valueStorage ? { valueStorage } : {}),
    device: name,
    driver,
    generator: packageVersion(),
    options: { deterministic, pruning, seed },
  };
}

import type { CudaDevice } from '../device/cuda/index.js';
import type { Device } from '../device/device.js';
import type { TakeDevice } from '../device/exclusive.js';
import { messageOf } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { Finalist } from '../search/final.js';
import { type SearchTrial, timeOf } from '../search/history.js';
import type { BaselineResult } from '../tuneTypes.js';
import type { Settings } from './settings.js';

/** Device time for each format of a vendor's library, in milliseconds; half of a dozen of them suit a matrix. */
const vendorMs = 10;

/** Times of the seeds that ran, by name; of those in the final, what the final measured beside the winner. */
export function seedBaselines(
  trials: readonly SearchTrial[],
  finalists: readonly Finalist[],
  seeds: readonly { name: string }[],
  wanted: readonly string[] | undefined,
): BaselineResult[] {
  return seeds.flatMap(({ name }) => {
    const trial = trials.find((each) => each.origin === name);
    if (!trial || (wanted && !wanted.includes(name))) return [];
    const finalist = finalists.find((each) => each.trial.hash === trial.hash);
    const timeUs = finalist?.timeUs ?? timeOf(trial);
    return timeUs === undefined ? [] : [{ name, timeUs, ...coldOf(finalist) }];
  });
}

/** Times of cuSPARSE on a CUDA device, verified; none elsewhere. A failure costs the comparison and no more. */
export async function vendorBaselines(
  matrix: CsrMatrix,
  device: Device,
  { dtype, valueStorage, baselines: names }: Settings,
  warn: (message: string) => void,
  takeDevice?: TakeDevice,
): Promise<BaselineResult[]> {
  if (device.info.backend !== 'cuda' || names?.length === 0) return [];
  try {
    const { cusparseBaselines } = await import('../device/cuda/index.js');
    const request = { names, budgetMs: vendorMs, cold: true, takeDevice };
    const results = await cusparseBaselines(device as CudaDevice, matrix, dtype, request);
    // cuSPARSE stores values in the type that it multiplies in: where ours take 16 bits, the reader must know.
    const values = valueStorage ? { values: dtype } : {};
    return results
      .filter(({ ok }) => ok)
      .map((result) => ({ name: result.name, timeUs: result.timeUs, ...coldOf(result), ...values }));
  } catch (error) {
    warn(`cuSPARSE could not be measured: ${messageOf(error)}`);
    return [];
  }
}

function coldOf(measured: { readonly coldUs?: number } | undefined): { coldUs?: number } {
  return measured?.coldUs === undefined ? {} : { coldUs: measured.coldUs };
}

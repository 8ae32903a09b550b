import type { BaselineResult } from '../tuneTypes.js';
import type { BenchRecord } from './record.js';

/** cuSPARSE's CSR with the algorithm that it chooses itself. */
export const vendorDefault = 'cusparse-csr';
const isVendor = ({ name }: BaselineResult) => name.startsWith('cusparse-');

/** A record's result beside the formats that it was measured with. Speed-ups are their time over ours. */
export interface Comparison {
  readonly timeUs: number;
  readonly vendorDefault?: BaselineResult;
  /** The fastest of cuSPARSE: what a perfect selector would take. */
  readonly vendorBest?: BaselineResult;
  /**
   * The least time of any of its formats with cold caches. Unknown unless the fastest warm format was measured cold
   * too: on small matrices only formats that padding inflates are large enough to be, and those say nothing.
   */
  readonly vendorBestColdUs?: number;
  /** The fastest of the seeds, in our own code. */
  readonly seedBest?: BaselineResult;
}

/** Undefined for a record of a failure. */
export function compare({ best, baselines = [] }: BenchRecord): Comparison | undefined {
  if (!best) return undefined;
  const fastest = (list: readonly BaselineResult[]) =>
    list.reduce<BaselineResult | undefined>((a, b) => (a && a.timeUs <= b.timeUs ? a : b), undefined);
  const vendor = baselines.filter(isVendor);
  const vendorBest = fastest(vendor);
  const colds = vendorBest?.coldUs === undefined ? [] : vendor.flatMap(({ coldUs }) => coldUs ?? []);
  return {
    timeUs: best.timeUs,
    vendorDefault: baselines.find(({ name }) => name === vendorDefault),
    vendorBest,
    ...(colds.length > 0 ? { vendorBestColdUs: Math.min(...colds) } : {}),
    seedBest: fastest(baselines.filter((baseline) => !isVendor(baseline))),
  };
}

/** Speed-up over a baseline, undefined where either is unknown. */
export function speedUp(timeUs: number, baseline: BaselineResult | undefined): number | undefined {
  return baseline && timeUs > 0 ? baseline.timeUs / timeUs : undefined;
}

/** Geometric mean; undefined of nothing. */
export function geomean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Of records of one matrix on one device, in one dtype and storage of values, the last, in the order of their first. */
export function latest(records: readonly BenchRecord[]): BenchRecord[] {
  const last = new Map<string, BenchRecord>();
  for (const record of records) {
    const { source, device, dtype, valueStorage } = record;
    last.set(JSON.stringify([source, device, dtype, valueStorage]), record);
  }
  return [...last.values()];
}

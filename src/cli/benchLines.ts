import { compare, geomean, speedUp } from '../bench/compare.js';
import type { BenchRecord } from '../bench/record.js';
import { digits, formatCount, formatMicroseconds } from '../report/format.js';
import type { BaselineResult } from '../tuneTypes.js';

/** One line on a record, for people. */
export function recordLine(record: BenchRecord): string {
  const { source, matrix, best, trials, seconds, webgpu, error } = record;
  const compared = compare(record);
  if (!best || !compared || !matrix) return `${source}: ${error ?? 'no result'}`;
  const beside = (label: string, baseline: BaselineResult | undefined) => {
    if (!baseline) return [];
    const { timeUs, values } = baseline;
    const name = values ? `${label} with values in ${values}` : label;
    return [`${name} ${formatMicroseconds(timeUs)} (${digits(timeUs / best.timeUs)}x)`];
  };
  const count = Object.values(trials ?? {}).reduce((sum, n) => sum + n, 0);
  const cold = best.coldUs === undefined ? '' : `, cold ${formatMicroseconds(best.coldUs)}`;
  const parts = [
    `${formatMicroseconds(best.timeUs)}${cold}`,
    ...beside('cuSPARSE default', compared.vendorDefault),
    ...beside(`best ${compared.vendorBest?.name.replace('cusparse-', '')}`, compared.vendorBest),
    ...beside(`seed ${compared.seedBest?.name}`, compared.seedBest),
    ...(webgpu ? [`WebGPU ${'error' in webgpu ? webgpu.error : formatMicroseconds(webgpu.timeUs)}`] : []),
    `${count} trials${trials?.wrong ? ` (${trials.wrong} WRONG)` : ''} in ${digits(seconds?.total ?? Number.NaN)} s`,
    best.novel ? `novel: ${best.text}` : best.text,
  ];
  return `${matrix.name} (${formatCount(matrix.nnz)} entries): ${parts.join(' · ')}`;
}

/** Geometric means and counts over the records of a run. */
export function suiteLines(records: readonly BenchRecord[]): string[] {
  const compared = records.map(compare).filter((each) => each !== undefined);
  const failed = records.length - compared.length;
  const lines = [`${compared.length} matrices measured${failed > 0 ? `, ${failed} failed` : ''}`];
  for (const [key, label] of [
    ['vendorDefault', 'cuSPARSE CSR default'],
    ['vendorBest', 'the best of cuSPARSE'],
    ['seedBest', 'the best known format in our code'],
  ] as const) {
    const ratios = compared.map((each) => speedUp(each.timeUs, each[key])).filter((ratio) => ratio !== undefined);
    const mean = geomean(ratios);
    if (mean === undefined) continue;
    const losses = ratios.filter((ratio) => ratio < 1).length;
    lines.push(`${digits(mean)}x over ${label} (geometric mean of ${ratios.length}); slower on ${losses}`);
  }
  return lines;
}

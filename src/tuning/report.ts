import type { KernelSource } from '../codegen/kernelSource.js';
import type { DeviceInfo } from '../device/device.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { Outcome } from '../search/evaluator.js';
import type { SearchTrial } from '../search/history.js';
import type { TuneReport } from '../tuneTypes.js';

export interface BestFacts {
  readonly hash: string;
  readonly graph: TuneReport['best']['graph'];
  readonly origin: string;
  readonly novel: boolean;
  readonly timeUs: number;
  readonly spreadUs: number;
  readonly coldUs?: number;
}

/** What all reports have in common. GFLOP/s counts 2 nnz, without padding. */
export function reportBase(
  matrix: CsrMatrix,
  matrixHash: string,
  device: DeviceInfo,
  best: BestFacts,
  source: KernelSource,
) {
  const { hash, graph, origin, novel, timeUs, spreadUs, coldUs } = best;
  return {
    matrix: { name: matrix.name, rows: matrix.rows, cols: matrix.cols, nnz: matrix.nnz, hash: matrixHash },
    device: { name: device.name, backend: device.backend, driver: device.driver, software: device.software },
    best: {
      hash,
      graph,
      origin,
      novel,
      timeUs,
      spreadUs,
      ...(coldUs === undefined ? {} : { coldUs }),
      gflops: timeUs > 0 ? (2 * matrix.nnz) / (timeUs * 1e3) : 0,
      bytes: source.bytes,
      launches: source.clearsY ? 2 : 1,
    },
  } satisfies Partial<TuneReport>;
}

/** Trials by outcome. */
export function countOutcomes(trials: readonly SearchTrial[]): Record<Outcome, number> {
  const counts = { ok: 0, wrong: 0, compile: 0, runtime: 0, timeout: 0, refused: 0 };
  for (const trial of trials) counts[trial.outcome]++;
  return counts;
}

/** Seconds by activity. What is not the evaluator's is the strategy's. */
export function sumSeconds(trials: readonly SearchTrial[], searchMs: number, finalMs: number, totalMs: number) {
  const sums = { build: 0, compile: 0, verify: 0, benchmark: 0 };
  for (const { seconds } of trials) {
    for (const step of Object.keys(sums) as (keyof typeof sums)[]) sums[step] += seconds[step];
  }
  const evaluated = sums.build + sums.compile + sums.verify + sums.benchmark;
  return { ...sums, strategy: Math.max(0, searchMs / 1000 - evaluated), final: finalMs / 1000, total: totalMs / 1000 };
}

import type { SearchTrial } from '../../../src/search/history.js';
import { readTrialLog } from '../../../src/search/trialLog.js';
import type { TuneReport } from '../../../src/tuneTypes.js';

export const recordedLog = 'test/recorded/memplus.jsonl';
export const memplus = 'matrices/memplus.mtx.gz';

/** A report as a search on the recording would have made it. */
export function reportOf(change: Partial<TuneReport> = {}): TuneReport {
  const { trials, header } = readTrialLog(recordedLog);
  const best = trials
    .filter((trial) => trial.outcome === 'ok')
    .reduce((a, b) => (b.timing!.warmUs < a.timing!.warmUs ? b : a)) as SearchTrial;
  const timeUs = best.timing!.warmUs;
  return {
    matrix: { name: 'memplus', rows: 17758, cols: 17758, nnz: 126150, hash: header.matrix },
    device: { name: header.device, backend: 'cuda', driver: header.driver, software: false },
    best: {
      ...{ hash: best.hash, graph: best.graph, origin: best.origin, timeUs, spreadUs: 0.004, coldUs: 2.5 },
      ...{ gflops: (2 * 126150) / (timeUs * 1e3), bytes: best.kernel!.bytes, launches: 1, novel: true },
    },
    baselines: [
      { name: 'coo', timeUs: 2 * timeUs },
      { name: 'cusparse-csr', timeUs: 4 * timeUs, coldUs: 12 },
      { name: 'ideal', timeUs: timeUs / 2 },
    ],
    breakEven: [
      { name: 'coo', multiplications: 1234567 },
      { name: 'cusparse-csr', multiplications: 99 },
      { name: 'ideal' },
    ],
    trials: { ok: 59, wrong: 0, compile: 0, runtime: 8, timeout: 0, refused: 0 },
    seconds: { build: 0.4, compile: 0.9, verify: 0.1, benchmark: 0.4, strategy: 1.5, final: 0.2, total: 3.5 },
    interrupted: false,
    cached: false,
    stopped: 'budget',
    pruned: [],
    ...change,
  };
}

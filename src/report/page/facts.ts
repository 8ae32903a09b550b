import type { ArrayInfo, NumberType, ValueStorage } from '../../codegen/kernelSource.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { type SearchTrial, spreadOf, timeOf } from '../../search/history.js';
import type { BaselineResult, BreakEven, TuneReport } from '../../tuneTypes.js';

/** A baseline, with the spread of its own measurement where the trial log has it. */
export interface ComparedTime extends BaselineResult {
  readonly spreadUs?: number;
}

/** The generated kernel, as far as a page shows it. */
export interface KernelText {
  readonly language: string;
  readonly source: string;
  readonly arrays: readonly ArrayInfo[];
  /** Type, number and bytes of the stored values. */
  readonly values: { readonly type: NumberType; readonly length: number; readonly bytes: number };
  readonly threads: number;
  readonly blocks: number;
  /** True when it was built again for the page, not taken from the search. */
  readonly rebuilt: boolean;
}

/** Everything that a page of results shows. What is absent was not measured or not given. */
export interface PageFacts {
  readonly name: string;
  readonly size?: { readonly rows: number; readonly cols: number; readonly nnz: number };
  readonly device: Pick<TuneReport['device'], 'name' | 'driver' | 'software'>;
  readonly dtype?: string;
  /** The 16-bit type that values are stored in, where they are. */
  readonly valueStorage?: ValueStorage;
  readonly best: Omit<TuneReport['best'], 'hash' | 'novel' | 'origin'> &
    Partial<Pick<TuneReport['best'], 'hash' | 'novel' | 'origin'>>;
  /** Whether the winner was measured again after the search, in turns with the others. */
  readonly final: boolean;
  readonly baselines: readonly ComparedTime[];
  readonly breakEven: readonly BreakEven[];
  readonly trials: readonly SearchTrial[];
  readonly seconds: Readonly<Record<string, number>>;
  readonly stopped?: string;
  readonly cached: boolean;
  readonly model?: TuneReport['model'];
  readonly matrix?: CsrMatrix;
  readonly kernel?: KernelText;
}

/** Facts of a finished tuning. `trials` may be empty: then there is no log. */
export function factsOfReport(report: TuneReport, trials: readonly SearchTrial[], dtype?: string): PageFacts {
  const { matrix, device, best, baselines, breakEven = [], seconds, stopped, cached, model } = report;
  return {
    name: matrix.name,
    size: matrix,
    device,
    dtype,
    valueStorage: best.storageError?.storage,
    best,
    final: true,
    baselines: baselines.map((baseline) => withSpread(baseline, trials)),
    breakEven,
    trials,
    seconds,
    stopped,
    cached,
    model,
  };
}

function withSpread(baseline: BaselineResult, trials: readonly SearchTrial[]): ComparedTime {
  const trial = trials.find((each) => each.origin === baseline.name && each.outcome === 'ok');
  // A time that the final measured anew does not go with the trial's spread.
  return timeOf(trial) === baseline.timeUs ? { ...baseline, spreadUs: spreadOf(trial) } : baseline;
}

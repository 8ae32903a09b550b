import { basename } from 'node:path';
import type { ArrayInfo, Dtype, ValueStorage } from '../codegen/kernelSource.js';
import type { StorageError } from '../codegen/storedValues.js';
import type { Graph } from '../graph/graph.js';
import { graphText } from '../graph/identity.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { rowLengthFeatures } from '../matrix/rowLengthFeatures.js';
import type { BaselineResult, TunedKernel, TuneReport } from '../tuneTypes.js';

/** What one line of a suite run was about. Lines with equal keys are the same measurement, repeated. */
export interface BenchKey {
  /** File name without folders, or `gen:` specification. */
  readonly source: string;
  readonly device: string;
  readonly dtype: Dtype;
  /** The 16-bit type that values are stored in; absent where they have the dtype. */
  readonly valueStorage?: ValueStorage;
  readonly budgetMs: number;
  readonly trialLimit?: number;
  readonly seed: number;
}

/** The winner, as far as results and tables need it. */
export interface BenchWinner {
  readonly graph: Graph;
  readonly text: string;
  readonly hash: string;
  readonly origin: string;
  readonly novel: boolean;
  /** Microseconds a multiplication: caches warm, half the range of noise, caches cold. */
  readonly timeUs: number;
  readonly spreadUs: number;
  readonly coldUs?: number;
  readonly gflops: number;
  readonly bytes: number;
  readonly bytesPerNnz: number;
  readonly launches: number;
  readonly storageError?: StorageError;
  readonly arrays: readonly ArrayInfo[];
}

/** The WebGPU side of a comparison; `error` where it could not be measured. */
export type BenchWebgpu =
  | {
      readonly device: string;
      readonly timeUs: number;
      readonly spreadUs: number;
      readonly text: string;
      readonly hash: string;
      readonly novel: boolean;
      readonly trials: TuneReport['trials'];
    }
  | { readonly error: string };

/** One line of a suite run: a result, or why there is none. */
export interface BenchRecord extends BenchKey {
  readonly version: string;
  readonly date: string;
  readonly backend: string;
  readonly driver: string;
  readonly software: boolean;
  readonly error?: string;
  readonly matrix?: BenchMatrix;
  readonly best?: BenchWinner;
  readonly baselines?: readonly BaselineResult[];
  readonly trials?: TuneReport['trials'];
  readonly stopped?: string;
  readonly model?: TuneReport['model'];
  readonly seconds?: TuneReport['seconds'];
  readonly webgpu?: BenchWebgpu;
}

export interface BenchMatrix {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly meanRow: number;
  readonly maxRow: number;
  /** Standard deviation of the row lengths over their mean. */
  readonly rowCv: number;
}

/** How a source is named in records: machines differ in their folders. */
export function sourceLabel(source: string): string {
  return source.startsWith('gen:') ? source : basename(source);
}

/** The key as text; records of one key are the same measurement. */
export function keyText({ source, device, dtype, valueStorage, budgetMs, trialLimit, seed }: BenchKey): string {
  return JSON.stringify([source, device, dtype, valueStorage ?? null, budgetMs, trialLimit ?? null, seed]);
}

export function matrixFacts(matrix: CsrMatrix): BenchMatrix {
  const { name, rows, cols, nnz } = matrix;
  const { meanRow, maxRow, varianceRow } = rowLengthFeatures(matrix);
  return { name, rows, cols, nnz, meanRow, maxRow, rowCv: meanRow > 0 ? Math.sqrt(varianceRow) / meanRow : 0 };
}

/** What a tuned kernel adds to a record. */
export function resultOf({ report, source }: TunedKernel) {
  const { best, baselines, trials, stopped, model, seconds } = report;
  const { nnz } = report.matrix;
  return {
    best: {
      ...best,
      text: graphText(best.graph),
      bytesPerNnz: best.bytes / Math.max(1, nnz),
      arrays: source.arrays,
    },
    baselines,
    trials,
    stopped,
    model,
    seconds,
  } satisfies Partial<BenchRecord>;
}

export function webgpuOf({ report }: TunedKernel): BenchWebgpu {
  const { graph, timeUs, spreadUs, hash, novel } = report.best;
  return { device: report.device.name, timeUs, spreadUs, text: graphText(graph), hash, novel, trials: report.trials };
}

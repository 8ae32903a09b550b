import type { DeviceInfo, Timing } from '../device/device.js';
import type { Graph } from '../graph/graph.js';

/** How a trial ended. Everything but 'ok' is a recorded value, never a crash of the search. */
export type Outcome = 'ok' | 'wrong' | 'compile' | 'runtime' | 'timeout' | 'refused';

/** How thoroughly to measure. `short` for survivors' selection, `long` for the final candidates. */
export interface Effort {
  readonly budgetMs: number;
  readonly stopAboveUs?: number;
  readonly cold?: boolean;
}

/** What an evaluator found out about one graph. */
export interface Evaluation {
  readonly outcome: Outcome;
  /** Why, when the outcome is not 'ok'. */
  readonly reason?: string;
  readonly timing?: Timing;
  /** Facts of the built kernel, absent when it was not built. */
  readonly kernel?: {
    readonly bytes: number;
    readonly blocks: number;
    readonly threads: number;
    readonly launches: number;
    /** Stored entries over nnz; 1 means no padding. */
    readonly padding: number;
    readonly deterministic: boolean;
    /** Identity of what runs: other graphs may make the same kernel. */
    readonly key?: string;
    /** Leaves of the graph that do no work, by their place in it; absent where all work. */
    readonly idle?: readonly number[];
  };
  /** Seconds spent on each step; what went on beside other evaluations is left out. */
  readonly seconds: {
    readonly build: number;
    readonly compile: number;
    readonly verify: number;
    readonly benchmark: number;
  };
}

/**
 * Measures graphs on one matrix and one device. Implementations: a child process with a device (isolated from
 * crashes and hangs), the same in process (tests), a recorded log replayed (strategy tests without a GPU).
 */
export interface Evaluator {
  readonly device: DeviceInfo;
  /**
   * Kernels are measured one after another: whoever calls ahead lets an implementation build and compile meanwhile, and
   * measure what is ready first. Never rejects for a bad kernel; rejects only when no further evaluation is possible.
   */
  evaluate(graph: Graph, effort: Effort): Promise<Evaluation>;
  /** Gives up the evaluations that are not being measured: they reject with 'aborted'. */
  drop?(): void;
  close(): Promise<void>;
}

/** Seconds that an evaluation took. */
export function totalSeconds({ seconds }: Pick<Evaluation, 'seconds'>): number {
  return seconds.build + seconds.compile + seconds.verify + seconds.benchmark;
}

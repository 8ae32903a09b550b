import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import type { DeviceInfo } from '../device/device.js';
import type { DeviceChoice } from '../device/open.js';
import type { ErrorCode } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { Effort, Evaluation } from '../search/evaluator.js';
import type { MatrixParcel } from './matrixTransfer.js';
import type { Step } from './stepClock.js';

/** What an evaluation process is for. */
export interface ChildSetup {
  readonly parcel: MatrixParcel;
  readonly dtype: Dtype;
  readonly valueStorage?: ValueStorage;
  readonly choice: DeviceChoice;
  readonly seed?: number;
  readonly buildModule?: string;
  /** Threads that build ahead; 0 builds in the process's own thread. */
  readonly buildThreads: number;
}

/** From the parent to the evaluation process. */
export type Request =
  | { readonly kind: 'start'; readonly setup: ChildSetup }
  | { readonly kind: 'evaluate'; readonly id: number; readonly graph: Graph; readonly effort: Effort }
  /** What is not on the device is to be given up. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'close' };

/** From the evaluation process to the parent: 'ready' or 'failed' to a start, one answer to each request to evaluate. */
export type Reply =
  | { readonly kind: 'ready'; readonly device: DeviceInfo }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string; readonly hint?: string }
  /** Where an evaluation is, in case it gets no further. */
  | { readonly kind: 'step'; readonly id: number; readonly step: Step | 'wait' }
  | { readonly kind: 'evaluated'; readonly id: number; readonly evaluation: Evaluation }
  | { readonly kind: 'dropped'; readonly id: number };

import type { Target } from '../codegen/kernelSource.js';
import type { DeviceInfo } from '../device/device.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { Evaluator } from '../search/evaluator.js';
import type { SearchTrial } from '../search/history.js';
import { recordedEvaluator, recordedSpace } from '../search/recorded.js';
import type { SearchSpace } from '../search/space.js';
import type { LogContents, LogHeader } from '../search/trialLog.js';
import { createSearchSpace } from '../space/index.js';

/** A trial log as something to search on: what was measured is all there is. */
export interface Recording {
  readonly device: DeviceInfo;
  readonly space: SearchSpace;
  readonly evaluator: Evaluator;
  /** The log's trials, under the names that graphs have now. */
  readonly trials: readonly SearchTrial[];
}

/** Of the target a search on a recording asks only how many blocks fill it. */
const targets = {
  cuda: {
    language: 'cuda',
    subgroupSize: 32,
    maxThreads: 1024,
    maxSharedBytes: 232_448,
    maxBindingBytes: 2 ** 37,
    parallelBlocks: 1056,
  },
  webgpu: {
    language: 'wgsl',
    subgroupSize: 32,
    maxThreads: 1024,
    maxSharedBytes: 49_152,
    maxBindingBytes: 2 ** 31 - 4,
    parallelBlocks: 1024,
  },
} satisfies Record<DeviceInfo['backend'], Target>;

/** About what the device of a log looked like: the log does not say. */
export function targetOf({ driver }: Pick<LogHeader, 'driver'>): Target {
  return targets[backendOf(driver)];
}

function backendOf(driver: string): DeviceInfo['backend'] {
  return driver.startsWith('CUDA') ? 'cuda' : 'webgpu';
}

/** A recording tells what it holds about graphs; the space behind it may be that of any matrix. */
const dot: CsrMatrix = {
  name: 'dot',
  rows: 1,
  cols: 1,
  nnz: 1,
  indptr: Int32Array.of(0, 1),
  indices: Int32Array.of(0),
  data: Float64Array.of(1),
};

/** Opens a log for search. A graph's name changes when its operators get new parameters, so all are named again. */
export function openRecording(log: Pick<LogContents, 'header' | 'trials'>): Recording {
  const { header } = log;
  const target = targetOf(header);
  const { device: name, driver, dtype } = header;
  const device: DeviceInfo = { name, backend: backendOf(driver), driver, software: false, dtypes: [dtype], target };
  const space = createSearchSpace(dot, target);
  const trials = log.trials.map((trial) => ({
    ...trial,
    hash: space.hash(trial.graph),
    structure: space.structureKey(trial.graph),
  }));
  const evaluator = recordedEvaluator(trials, device, space.hash);
  return { device, space: recordedSpace(space, trials), evaluator, trials };
}

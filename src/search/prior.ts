import type { Target } from '../codegen/kernelSource.js';
import { type Features, featureOf } from './space.js';

/** An x of more elements than this does not stay in the first cache: its sectors come from the second. */
const cachedColumns = 1 << 17;
/** A sector of x has 32 bytes, and the second cache is about twice as fast as memory. */
const bytesAGather = 16;

/**
 * A first guess of log time, before anything is measured: SpMV is bound by memory, so bytes count, and
 * where x is large its gathers; fewer blocks than the device runs at once leave bandwidth unused, and the longest
 * thread makes the others wait. Only differences between guesses mean anything.
 */
export function priorLogTime(features: Features, target: Target): number {
  const bytes = featureOf(features, 'estimate.bytes') ?? 1;
  const cols = featureOf(features, 'matrix.cols') ?? 0;
  const gathers = cols > cachedColumns ? (featureOf(features, 'estimate.gathers') ?? 0) : 0;
  const blocks = featureOf(features, 'estimate.blocks') ?? target.parallelBlocks;
  const imbalance = featureOf(features, 'estimate.imbalance') ?? 1;
  const idle = Math.max(1, target.parallelBlocks / Math.max(1, blocks));
  return (
    Math.log(Math.max(1, bytes + bytesAGather * gathers)) +
    0.5 * Math.log(idle) +
    0.5 * Math.log(Math.max(1, imbalance))
  );
}

import type { Target } from '../codegen/kernelSource.js';
import { type Features, featureOf } from './space.js';

/**
 * A first guess of log time, before anything is measured: SpMV is bound by memory, so bytes count; fewer blocks than
 * the device runs at once leave bandwidth unused, and the longest thread makes the others wait. Only differences
 * between guesses mean anything.
 */
export function priorLogTime(features: Features, target: Target): number {
  const bytes = featureOf(features, 'estimate.bytes') ?? 1;
  const blocks = featureOf(features, 'estimate.blocks') ?? target.parallelBlocks;
  const imbalance = featureOf(features, 'estimate.imbalance') ?? 1;
  const idle = Math.max(1, target.parallelBlocks / Math.max(1, blocks));
  return Math.log(Math.max(1, bytes)) + 0.5 * Math.log(idle) + 0.5 * Math.log(Math.max(1, imbalance));
}

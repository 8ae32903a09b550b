import { isolatedEvaluator } from '../evaluation/isolated.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { Evaluator } from '../search/evaluator.js';
import type { Settings } from './settings.js';

/** The evaluator that `tune` searches with: its device lives in a process of its own, which may crash or hang. */
export function openEvaluator(matrix: CsrMatrix, { choice, dtype, valueStorage, seed }: Settings): Promise<Evaluator> {
  return isolatedEvaluator({ ...choice, matrix, dtype, valueStorage, seed });
}

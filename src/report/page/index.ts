import type { KernelSource } from '../../codegen/kernelSource.js';
import { AlphaSparseError } from '../../errors.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { patternHash } from '../../matrix/hash.js';
import type { TuneReport } from '../../tuneTypes.js';
import { factsOfReport } from './facts.js';
import { kernelText, rebuilt } from './kernel.js';
import { pageOf } from './page.js';
import { gather, logBeside } from './sources.js';

/** The page of a tuning that has just ended. */
export function tunedPage(report: TuneReport, source: KernelSource, matrix: CsrMatrix): string {
  return pageOf({
    ...factsOfReport(report, logBeside(report)?.trials ?? [], source.dtype),
    matrix,
    kernel: kernelText(source, false),
  });
}

/**
 * The page of what lies in files: a trial log, the JSON of a tuning, or a folder with both. With the matrix, its
 * pattern and the kernel are shown, too. @throws AlphaSparseError 'usage' when the matrix is another one.
 */
export function pageFromFiles(paths: readonly string[], matrix?: CsrMatrix): string {
  const { facts, log, matrixHash } = gather(paths);
  if (!matrix) return pageOf(facts);
  const hash = patternHash(matrix);
  if (hash !== matrixHash) {
    throw new AlphaSparseError('usage', `${matrix.name} has pattern ${hash}; the search was about ${matrixHash}`);
  }
  const kernel = log && rebuilt(matrix, facts.best.graph, log.header);
  return pageOf({ ...facts, name: matrix.name, matrix, kernel });
}

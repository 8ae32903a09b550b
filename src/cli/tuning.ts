import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { formatSize } from '../report/format.js';
import type { TunedKernel, TuneOptions } from '../tuneTypes.js';
import { interruptSignal } from './interrupt.js';
import { showProgress } from './progress.js';
import { type SearchFlags, tuneOptionsOf } from './searchOptions.js';

/** Reads a matrix and tunes it with progress on stderr. Ctrl-C ends the search with the best so far. */
export async function tuneFile(
  source: string,
  flags: SearchFlags,
  extra: TuneOptions = {},
): Promise<{ matrix: CsrMatrix; kernel: TunedKernel }> {
  const { readMatrix } = await import('../matrix/read.js');
  const matrix = await readMatrix(source);
  const { tune } = await import('../tune.js');
  const display = flags.quiet ? undefined : showProgress(process.stderr, matrix.nnz);
  display?.note(`${matrix.name}: ${formatSize(matrix)}`);
  const interrupt = interruptSignal(() => display?.note('finishing; Ctrl-C again stops at once'));
  try {
    const kernel = await tune(matrix, {
      ...tuneOptionsOf(flags),
      ...extra,
      signal: interrupt.signal,
      onTrial: (_trial, progress) => display?.update(progress),
    });
    return { matrix, kernel };
  } finally {
    interrupt.dispose();
    display?.close();
  }
}

import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { tune } from '../tune.js';
import type { Trial, TuneOptions, Tuning } from '../tuneTypes.js';

/**
 * Starts `tune` and lets its trials be followed:
 *
 *     const search = tuning(A, { budget: '60s' });
 *     for await (const trial of search) if ((trial.timing?.warmUs ?? Infinity) < 10) break;
 *     const kernel = await search.kernel;
 *
 * The search does not wait for the loop. Leaving the loop early is as if the signal fired: `kernel` is the best so far.
 * Each loop sees the trials from the first one on. Errors as for `tune`, from the loop and from `kernel`.
 */
export function tuning(matrix: CsrMatrix, options: TuneOptions = {}): Tuning {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const seen: Trial[] = [];
  let ended = false;
  const waiting: (() => void)[] = [];
  const tell = () => {
    for (const wake of waiting.splice(0)) wake();
  };

  const onTrial: TuneOptions['onTrial'] = (trial, progress) => {
    seen.push(trial);
    tell();
    options.onTrial?.(trial, progress);
  };
  const kernel = tune(matrix, { ...options, signal, onTrial }).finally(() => {
    ended = true;
    tell();
  });
  // A program may follow the trials alone; the failure then comes out of the loop.
  kernel.catch(() => {});

  return {
    kernel,
    async *[Symbol.asyncIterator]() {
      let next = 0;
      try {
        while (next < seen.length || !ended) {
          if (next < seen.length) yield seen[next++];
          else await new Promise<void>((resolve) => waiting.push(resolve));
        }
        await kernel;
      } finally {
        stop.abort();
      }
    },
  };
}

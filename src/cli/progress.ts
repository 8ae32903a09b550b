import { graphText } from '../graph/identity.js';
import { digits, formatMicroseconds, formatSeconds } from '../report/format.js';
import type { Progress } from '../tuneTypes.js';

/** Where progress goes: the part of process.stderr that is used. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressDisplay {
  update(progress: Progress): void;
  /** A line of its own, above the live one. */
  note(text: string): void;
  /** Ends the live line. */
  close(): void;
}

const liveMs = 250;
const plainMs = 5000;

/** Shows how a search goes: one live line on a terminal, otherwise a line every few seconds. */
export function showProgress(stream: ProgressStream, nnz: number, now: () => number = Date.now): ProgressDisplay {
  const live = stream.isTTY === true;
  let last: Progress | undefined;
  let seenAt = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = () => {
    if (last === undefined) return;
    shownAt = now();
    const line = progressLine({ ...last, elapsedMs: last.elapsedMs + shownAt - seenAt }, nnz);
    // A line that wraps could not be taken back.
    stream.write(live ? `\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}` : `${line}\n`);
  };
  const timer = setInterval(show, live ? liveMs : plainMs);
  timer.unref();
  return {
    update(progress) {
      last = progress;
      seenAt = now();
      if (seenAt - shownAt >= (live ? liveMs : plainMs)) show();
    },
    note(text) {
      stream.write(`${live ? '\r\x1b[K' : ''}${text}\n`);
    },
    close() {
      clearInterval(timer);
      if (live && last !== undefined) stream.write('\r\x1b[K');
    },
  };
}

/** The line: time left, trials, phase, and the best kernel so far. */
export function progressLine(progress: Progress, nnz: number): string {
  const { trials, best, elapsedMs, budgetMs, phase } = progress;
  const parts = [`${formatSeconds(budgetMs - elapsedMs)} left`, `${trials} trials`, phase];
  const us = best?.timing?.warmUs;
  if (best && us !== undefined) {
    parts.push(`best ${formatMicroseconds(us)}`, `${digits((2e-3 * nnz) / us)} GFLOP/s`, graphText(best.graph));
  }
  return parts.join(' · ');
}

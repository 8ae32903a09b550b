import type { Level } from './levels/level.js';

/** How often all levels may pass in turn before the search counts as exhausted: mutations are random, so a few times. */
const exhaustedAfter = 5;

/**
 * Runs levels side by side, each getting its share of the trials while it has something to propose. A level that
 * passes keeps no claim to the turns it missed. Ends when all have nothing left.
 */
export function* interleave(levels: readonly { level: Level; share: number }[]): Level {
  const entries = levels
    .filter(({ share }) => share > 0)
    .map(({ level, share }) => ({ level, share, spent: 0, trial: undefined as Parameters<Level['next']>[0] }));
  let passes = 0;
  while (passes < exhaustedAfter) {
    const order = [...entries].sort((a, b) => (a.spent + 1) / a.share - (b.spent + 1) / b.share);
    let used = false;
    for (const entry of order) {
      const step = entry.level.next(entry.trial);
      entry.trial = undefined;
      if (step.done || !step.value) continue;
      entry.spent++;
      const progress = entry.spent / entry.share;
      entry.trial = yield step.value;
      for (const other of order.slice(0, order.indexOf(entry))) {
        other.spent = Math.max(other.spent, Math.floor(progress * other.share));
      }
      used = true;
      break;
    }
    passes = used ? 0 : passes + 1;
  }
}

import type { Level } from './levels/level.js';

/**
 * Runs levels side by side, each getting its share of the proposals while it has something to propose. A level that
 * passes keeps no claim to the turns it missed. Passes when all do, and ends with the last.
 */
export function* interleave(levels: readonly { level: Level; share: number }[]): Level {
  let entries = levels.filter(({ share }) => share > 0).map((entry) => ({ ...entry, spent: 0 }));
  while (entries.length > 0) {
    const order = [...entries].sort((a, b) => (a.spent + 1) / a.share - (b.spent + 1) / b.share);
    let used = false;
    for (const entry of order) {
      const { value, done } = entry.level.next();
      if (done) entries = entries.filter((each) => each !== entry);
      if (done || !value) continue;
      entry.spent++;
      const progress = entry.spent / entry.share;
      for (const other of order.slice(0, order.indexOf(entry))) {
        other.spent = Math.max(other.spent, Math.floor(progress * other.share));
      }
      used = true;
      yield value;
      break;
    }
    if (!used && entries.length > 0) yield undefined;
  }
}

/** Numbers that occur, ascending, and how often each does. */
export interface Tally {
  readonly keys: Int32Array;
  readonly counts: Int32Array;
}

/**
 * Counts numbers below `keyCount`. A few from a wide range are sorted: they come from the small sample of a large matrix,
 * and to clear and walk a table of all numbers would take longest.
 */
export function tally(numbers: Int32Array, keyCount: number): Tally {
  if (numbers.length * 32 < keyCount) return runsOf(numbers.slice().sort());
  const counts = new Int32Array(keyCount);
  for (let i = 0; i < numbers.length; i++) counts[numbers[i]]++;
  let distinct = 0;
  for (let key = 0; key < keyCount; key++) if (counts[key] > 0) distinct++;
  const keys = new Int32Array(distinct);
  for (let key = 0, to = 0; key < keyCount; key++) if (counts[key] > 0) keys[to++] = key;
  return { keys, counts: keys.map((key) => counts[key]) };
}

/** The runs of equal numbers. */
function runsOf(sorted: Int32Array): Tally {
  const keys = sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
  const counts = new Int32Array(keys.length);
  for (let i = 0, run = 0; i < sorted.length; i++) {
    if (sorted[i] !== keys[run]) run++;
    counts[run]++;
  }
  return { keys, counts };
}

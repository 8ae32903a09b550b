/** `; did you mean X?` for the known word nearest to `word`, or nothing when none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.min(3, 0.4 * candidate.length)))
    .sort((a, b) => a.distance - b.distance);
  return near.length > 0 ? `; did you mean '${near[0].candidate}'?` : '';
}

/** Letters to insert, remove, replace, or swap with their neighbour, to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length];
}

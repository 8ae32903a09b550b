import { digits } from '../report/format.js';
import { geomean } from './compare.js';
import { markdownTable } from './markdownTable.js';
import { arrivalOf, bestAfter, type SearchRecord } from './searchRecord.js';

/** Whole searches of a run, against the fastest kernel that any recorded search of the matrix has found. */
export function searchTable(records: readonly SearchRecord[], run: string): string {
  const shown = records.filter((record) => record.run === run && record.variant === 'all');
  if (shown.length === 0) return `No searches of ${run} are recorded.`;
  const rows = shown
    .toSorted((a, b) => a.matrix.localeCompare(b.matrix) || a.seed - b.seed)
    .map((record) => {
      const goal = bestOf(records, record.matrix);
      const arrival = arrivalOf(record, goal);
      const behind = (ms: number) => percent(bestAfter(record, ms) / goal);
      const { trials, kernels, budgetMs } = record;
      return [
        record.matrix,
        `${record.seed}`,
        digits(goal),
        digits(bestAfter(record, Infinity)),
        `${trials}`,
        `${kernels}`,
        arrival ? `${arrival.trial}` : 'never',
        arrival ? `${Math.round(arrival.ms / 1000)} s` : 'never',
        ...[budgetMs / 6, budgetMs / 2, Infinity].map(behind),
        record.novel ? 'yes' : 'no',
      ];
    });
  const arrived = shown.filter((record) => arrivalOf(record, bestOf(records, record.matrix))).length;
  const sum = (of: (record: SearchRecord) => number) => shown.reduce((all, record) => all + of(record), 0);
  const seconds = shown[0].budgetMs / 1000;
  const ends = [`${Math.round(seconds / 6)} s`, `${Math.round(seconds / 2)} s`, `${Math.round(seconds)} s`];
  return [
    `${shown.length} searches of ${Math.round(seconds)} s on ${shown[0].device}: ${arrived} came within 3 %, ${sum((r) => Number(r.novel))} found designs that no seed had,`,
    `${sum((r) => r.wrong)} of ${sum((r) => r.trials).toLocaleString('en-US')} trials gave wrong results. "Best of all" is over ${records.length} recorded searches.`,
    '',
    markdownTable(
      ['matrix', 'seed', 'best of all, µs', 'best, µs', 'trials', 'kernels', 'trials to 3 %', 'time to 3 %'].concat(
        ends.map((end) => `at ${end}`),
        'novel',
      ),
      rows,
    ),
  ].join('\n');
}

/** Searches that lack a part each, against the fastest kernel that any of the run found. */
export function partsTable(records: readonly SearchRecord[], run: string): string {
  const own = records.filter((record) => record.run === run);
  if (own.length === 0) return `No searches of ${run} are recorded.`;
  const variants = [...new Set(own.map(({ variant }) => variant))];
  const matrices = [...new Set(own.map(({ matrix }) => matrix))].sort();
  const ratios = new Map(variants.map((variant): [string, number[]] => [variant, []]));
  const rows = matrices.map((matrix) => {
    const goal = bestOf(own, matrix);
    const cells = variants.map((variant) => {
      const searches = own.filter((record) => record.matrix === matrix && record.variant === variant);
      if (searches.length === 0) return '';
      const ratio = geomean(searches.map((record) => bestAfter(record, Infinity) / goal)) ?? Infinity;
      ratios.get(variant)?.push(ratio);
      const arrivals = searches.flatMap((record) => arrivalOf(record, goal)?.ms ?? []);
      const when = arrivals.length > 0 ? `${Math.round(Math.min(...arrivals) / 1000)} s` : 'never';
      return `${percent(ratio)}, ${when}`;
    });
    return [matrix, digits(goal), ...cells];
  });
  const means = variants.map((variant) => percent(geomean(ratios.get(variant) ?? []) ?? Infinity));
  const head = ['matrix', 'best, µs', ...variants];
  return markdownTable(head, [...rows, ['geometric mean', '', ...means]]);
}

function bestOf(records: readonly SearchRecord[], matrix: string): number {
  return Math.min(...records.filter((record) => record.matrix === matrix).map((record) => bestAfter(record, Infinity)));
}

function percent(ratio: number): string {
  return Number.isFinite(ratio) ? `+${(100 * (ratio - 1)).toFixed(1)} %` : '-';
}

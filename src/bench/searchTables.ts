import { digits } from '../report/format.js';
import { geomean } from './compare.js';
import { markdownTable } from './markdownTable.js';
import { arrivalOf, bestAfter, type SearchRecord } from './searchRecord.js';

/** Columns of what `cells` tells of a search, before those of the moments. */
const columns = ['best, µs', 'trials', 'kernels', 'trials to 3 %', 'time to 3 %'];

/** Whole searches of a run, against the fastest kernel that any recorded search of the matrix has found. */
export function searchTable(records: readonly SearchRecord[], run: string): string {
  const shown = wholeSearches(records, run);
  if (shown.length === 0) return `No searches of ${run} are recorded.`;
  const goalOf = ({ matrix }: SearchRecord) => bestOf(records, matrix);
  const { budgetMs, device } = shown[0];
  const moments = [budgetMs / 6, budgetMs / 2, budgetMs];
  const arrived = shown.filter((record) => arrivalOf(record, goalOf(record))).length;
  const sum = (of: (record: SearchRecord) => number) => shown.reduce((all, record) => all + of(record), 0);
  return [
    `${shown.length} searches of ${seconds(budgetMs)} on ${device}: ${arrived} came within 3 %, ${sum((r) => Number(r.novel))} found designs that no seed had,`,
    `${sum((r) => r.wrong)} of ${sum((r) => r.trials).toLocaleString('en-US')} trials gave wrong results. "Best of all" is over ${records.length} recorded searches.`,
    '',
    markdownTable(
      ['matrix', 'seed', 'best of all, µs', ...columns, ...moments.map(at), 'novel'],
      shown.map((record) => [
        record.matrix,
        `${record.seed}`,
        digits(goalOf(record)),
        ...cells(record, goalOf(record), moments),
        record.novel ? 'yes' : 'no',
      ]),
    ),
  ].join('\n');
}

/** Long searches of a run: what each had found after how long, against its own end. */
export function longTable(records: readonly SearchRecord[], run: string): string {
  const shown = wholeSearches(records, run);
  if (shown.length === 0) return `No searches of ${run} are recorded.`;
  const moments = [20_000, 60_000, 120_000, 300_000, 600_000];
  return markdownTable(
    ['matrix', 'seed', ...columns, ...moments.map(at), 'novel'],
    shown.map((record) => [
      record.matrix,
      `${record.seed}`,
      ...cells(record, bestAfter(record, Infinity), moments),
      record.novel ? 'yes' : 'no',
    ]),
  );
}

function wholeSearches(records: readonly SearchRecord[], run: string): SearchRecord[] {
  return records
    .filter((record) => record.run === run && record.variant === 'all')
    .toSorted((a, b) => a.matrix.localeCompare(b.matrix) || a.seed - b.seed);
}

/** How a search came to a goal, in microseconds, and how far from it the search was at some moments, in milliseconds. */
function cells(record: SearchRecord, goal: number, moments: readonly number[]): string[] {
  const { trials, kernels, budgetMs } = record;
  const arrival = arrivalOf(record, goal);
  return [
    digits(bestAfter(record, Infinity)),
    `${trials}`,
    `${kernels}`,
    arrival ? `${arrival.trial}` : 'never',
    arrival ? seconds(arrival.ms) : 'never',
    // The last trial ends after the budget.
    ...moments.map((ms) => percent(bestAfter(record, ms < budgetMs ? ms : Infinity) / goal)),
  ];
}

function at(ms: number): string {
  return `at ${seconds(ms)}`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
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

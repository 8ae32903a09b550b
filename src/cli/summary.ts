import type { StorageError } from '../codegen/storedValues.js';
import { graphText } from '../graph/identity.js';
import { digits, formatCount, formatMicroseconds, formatSize } from '../report/format.js';
import type { TuneReport } from '../tuneTypes.js';
import { table } from './table.js';
import type { Style } from './terminal.js';

/** What tuning found out, for people. */
export function summaryLines(report: TuneReport, style: Style): string[] {
  const { matrix, device, best, baselines } = report;
  const facts: [string, string][] = [
    ['matrix', `${matrix.name}: ${formatSize(matrix)}`],
    ['device', `${device.name} (${device.backend}, ${device.driver})`],
    ['design', style.bold(graphText(best.graph))],
    ['origin', `${best.origin}${best.novel ? ', a structure that no known format has' : ''}, kernel ${best.hash}`],
    ['time', `${formatMicroseconds(best.timeUs)} ± ${formatMicroseconds(best.spreadUs)}${coldText(report)}`],
    ['speed', `${digits(best.gflops)} GFLOP/s, ${digits(best.bytes / Math.max(1, matrix.nnz))} bytes an entry`],
  ];
  if (best.storageError) facts.push(['values', storageText(best.storageError)]);
  const lines = facts.map(([name, text]) => `${name.padEnd(8)}${text}`);
  if (device.software) {
    lines.push(style.yellow('note: this device is a CPU that plays GPU. Results are right, its timings mean nothing.'));
  }
  if (baselines.length > 0) {
    const rows = baselines.map(({ name, timeUs, values }) => [
      values ? `${name} (values in ${values})` : name,
      formatMicroseconds(timeUs),
      `${digits(timeUs / best.timeUs)}x`,
      paidText(report, name),
    ]);
    lines.push('', ...table([['baseline', 'time', 'speed-up', 'tuning paid after'], ...rows]));
  }
  return [...lines, '', trialsText(report)];
}

/** What 16-bit storage costs in accuracy. */
export function storageText({ storage, relative }: StorageError): string {
  // Two units of rounding: more than that is lost only where a value is below the normal range.
  const small = storage === 'f16' && relative > 2 ** -10 ? '; some are too small for f16, bf16 would keep them' : '';
  return `stored as ${storage}, off by at most ${relative.toExponential(2)} of themselves; so is y, of |A||x|${small}`;
}

/** What each pruning rule removed, for `--explain`. */
export function explanationLines(report: TuneReport): string[] {
  const removed = report.pruned.filter((rule) => rule.removed > 0);
  const lines = ['', 'removed before measuring:'];
  if (removed.length === 0) lines.push('  nothing');
  for (const rule of removed) lines.push(`  ${rule.rule}: ${rule.removed} candidates: ${rule.reason} (${rule.source})`);
  const { model } = report;
  if (model) {
    const error = model.mape === undefined ? '' : `, mean error ${digits(model.mape)}%`;
    const rank = model.rankCorrelation === undefined ? '' : `, rank correlation ${digits(model.rankCorrelation)}`;
    lines.push(`cost model: ${model.kind}, trained on ${model.samples} trials${error}${rank}`);
    if (model.fallback) lines.push(`  ${model.fallback}`);
  }
  return [...lines, `ended by: ${report.stopped}`];
}

/** When tuning is won back against a baseline, in multiplications. */
function paidText({ breakEven }: TuneReport, baseline: string): string {
  if (!breakEven) return '';
  const count = breakEven.find(({ name }) => name === baseline)?.multiplications;
  return count === undefined ? 'never' : `${formatCount(count)} multiplications`;
}

function coldText({ best }: TuneReport): string {
  return best.coldUs === undefined ? '' : ` (${formatMicroseconds(best.coldUs)} with cold caches)`;
}

function trialsText({ trials, seconds, cached }: TuneReport): string {
  const counts = Object.entries(trials).filter(([outcome, count]) => outcome === 'ok' || count > 0);
  const text = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const total = seconds.total === undefined ? '' : ` in ${digits(seconds.total)} s`;
  return cached ? `from the cache, verified and timed again${total}` : `trials: ${text}${total}`;
}

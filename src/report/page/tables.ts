import { graphText } from '../../graph/identity.js';
import { type SearchTrial, spreadOf, timeOf } from '../../search/history.js';
import { formatBytes, formatCount, formatMicroseconds } from '../format.js';
import type { KernelText, PageFacts } from './facts.js';
import { type Html, html } from './html.js';

/** Each baseline: time, how much faster the kernel is, and when tuning has paid. */
export function baselineTable({ best, baselines, breakEven }: PageFacts): Html {
  const rows = [...baselines].sort((a, b) => a.timeUs - b.timeUs);
  const multiplications = new Map(breakEven.map((each) => [each.name, each.multiplications]));
  return html`<div class="scroll"><table>
<thead><tr><th>baseline</th><th class="number">time</th><th class="number">cold caches</th><th class="number">speed-up</th><th class="number">tuning has paid after</th></tr></thead>
<tbody>${rows.map(({ name, timeUs, spreadUs, coldUs, values }) => {
    const count = multiplications.get(name);
    const paid = count === undefined ? (multiplications.has(name) ? 'never' : '') : `${formatCount(count)} products`;
    return html`<tr><td>${name}${values && ` (values in ${values})`}</td><td class="number">${withSpread(timeUs, spreadUs)}</td>
<td class="number">${coldUs === undefined ? '' : formatMicroseconds(coldUs)}</td>
<td class="number">${(timeUs / best.timeUs).toFixed(2)}×</td><td class="number">${paid}</td></tr>`;
  })}</tbody></table></div>`;
}

/** The format: every array with its form and bytes, or the formula in its place. */
export function arrayTable({ arrays, values }: KernelText): Html {
  const bytesOf = (bytes: number) => (bytes === 0 ? '0' : formatBytes(bytes));
  const total = arrays.reduce((sum, array) => sum + array.bytes, values.bytes);
  return html`<div class="scroll"><table>
<thead><tr><th>array</th><th class="number">elements</th><th>stored as</th><th class="number">bytes</th><th class="number">as plain u32</th></tr></thead>
<tbody><tr><td>values</td><td class="number">${formatCount(values.length)}</td><td>${values.type}</td>
<td class="number">${bytesOf(values.bytes)}</td><td></td></tr>
${arrays.map(
  ({ name, length, form, byteOffset, bytes, plainBytes }) => html`<tr><td>${name}</td>
<td class="number">${formatCount(length)}</td><td>${byteOffset < 0 ? html`formula <code>${form}</code>` : form}</td>
<td class="number">${bytesOf(bytes)}</td><td class="number">${bytesOf(plainBytes)}</td></tr>`,
)}
<tr><td><b>all</b></td><td></td><td></td><td class="number"><b>${bytesOf(total)}</b></td><td></td></tr></tbody></table></div>`;
}

const columns: readonly [name: string, numeric: boolean][] = [
  ['#', true],
  ['outcome', false],
  ['from', false],
  ['time', true],
  ['spread', true],
  ['bytes', true],
  ['blocks', true],
  ['after', true],
  ['design', false],
];

/** All trials: columns sort, and the list above filters by outcome. */
export function trialsTable({ trials, best }: PageFacts): Html {
  const counts = new Map<string, number>();
  for (const { outcome } of trials) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return html`<label>Show <select id="outcome"><option value="">all ${trials.length}</option>
${[...counts].map(([outcome, count]) => html`<option value="${outcome}">${outcome} (${count})</option>`)}</select></label>
<div class="scroll"><table id="trials"><thead><tr>${columns.map(
    ([name, numeric]) => html`<th${numeric && html` class="number"`}><button type="button">${name}</button></th>`,
  )}</tr></thead>
<tbody>${trials.map((trial) => trialRow(trial, best.hash))}</tbody></table></div>`;
}

function trialRow(trial: SearchTrial, winner: string | undefined): Html {
  const { index, outcome, origin, kernel, elapsedMs, graph, reason, hash } = trial;
  const time = timeOf(trial);
  const spread = spreadOf(trial);
  const cell = (key: number | undefined, text: string) =>
    html`<td class="number" data-key="${key ?? ''}">${key === undefined ? '' : text}</td>`;
  const kind = outcome !== 'ok' ? 'failed' : hash === winner ? 'winner' : '';
  return html`<tr class="${kind}" data-outcome="${outcome}">${cell(index, `${index}`)}<td>${outcome}</td><td class="name">${origin}</td>
${cell(time, formatMicroseconds(time ?? 0))}${cell(spread, smallTime(spread ?? 0))}
${cell(kernel?.bytes, formatBytes(kernel?.bytes ?? 0))}${cell(kernel?.blocks, formatCount(kernel?.blocks ?? 0))}
${cell(elapsedMs, `${(elapsedMs / 1000).toFixed(1)} s`)}<td class="design">${graphText(graph)}${reason && html`<br>${reason}`}</td></tr>`;
}

/** `1.83 µs ± 0.02 µs`. */
export function withSpread(timeUs: number, spreadUs: number | undefined): string {
  const spread = spreadUs === undefined ? '' : ` ± ${smallTime(spreadUs)}`;
  return `${formatMicroseconds(timeUs)}${spread}`;
}

/** A time that may be far below a microsecond, such as a spread. */
export function smallTime(us: number): string {
  return us < 0.1 ? `${(us * 1e3).toFixed(1)} ns` : formatMicroseconds(us);
}

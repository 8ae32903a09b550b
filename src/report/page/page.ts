import { graphText } from '../../graph/identity.js';
import { digits, formatBytes, formatCount, formatMicroseconds } from '../format.js';
import { graphSvg } from '../graphSvg.js';
import { comparison, isVendor, roofline, timeSplit, trajectory } from './charts.js';
import type { ComparedTime, PageFacts } from './facts.js';
import { type Html, html, raw } from './html.js';
import { rowLengths, spy } from './matrixCharts.js';
import { script } from './script.js';
import { style } from './style.js';
import { arrayTable, baselineTable, smallTime, trialsTable, withSpread } from './tables.js';

/** One HTML page that holds everything it shows: it opens from disk and asks no network. */
export function pageOf(facts: PageFacts): string {
  const { name, device, size, dtype, valueStorage } = facts;
  const sizeText = size && `${formatCount(size.rows)} × ${formatCount(size.cols)}, ${formatCount(size.nnz)} entries · `;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${name} on ${device.name}: alphasparse</title><style>${raw(style)}</style></head>
<body><main><header><h1>${name}</h1>
<p class="soft">${sizeText}${device.name} (${device.driver})${dtype && ` · ${dtype}`}${valueStorage && ` · values stored as ${valueStorage}`}</p>
${device.software && html`<p class="warn">This device is a CPU that plays GPU. Results are right; its times say nothing about a GPU.</p>`}
</header>
${[headline, baselineSection, searchSection, rooflineSection, designSection, matrixSection, trialsSection, kernelSection].map((section) => section(facts))}
${footer(facts)}</main><script>${raw(script)}</script></body></html>
`.markup;
}

function headline({ best, size, baselines }: PageFacts): Html {
  const tile = (value: string, text: string, main = false) =>
    html`<div class="tile${main ? ' main' : ''}"><b>${value}</b>${text}</div>`;
  const against = (kind: string, those: readonly ComparedTime[]) => {
    const fastest = those.reduce<ComparedTime | undefined>((a, b) => (a && a.timeUs <= b.timeUs ? a : b), undefined);
    return fastest && tile(`${(fastest.timeUs / best.timeUs).toFixed(2)}×`, `against ${kind}, ${fastest.name}`);
  };
  return html`<div class="tiles">${tile(formatMicroseconds(best.timeUs), `± ${smallTime(best.spreadUs)} for one product`, true)}
${size && tile(`${digits(best.gflops)} GFLOP/s`, `${digits(best.bytes / Math.max(1, size.nnz))} bytes an entry`)}
${against(
  'the fastest of cuSPARSE',
  baselines.filter(({ name }) => isVendor(name)),
)}
${against(
  'the fastest known format',
  baselines.filter(({ name }) => !isVendor(name)),
)}
${best.coldUs !== undefined && tile(formatMicroseconds(best.coldUs), 'with cold caches')}</div>`;
}

function baselineSection(facts: PageFacts): Html | undefined {
  if (facts.baselines.length === 0) return undefined;
  const key = (colour: string, text: string) =>
    html`<span class="key"><i style="background: var(--${colour})"></i>${text}</span>`;
  const vendor = facts.baselines.some(({ name }) => isVendor(name));
  return html`<section id="baselines"><h2>Against the baselines</h2>
<p class="soft">${key('ours', 'this kernel')}${key('known', 'known formats, generated here')}${vendor && key('vendor', facts.valueStorage ? `cuSPARSE, whose values are not stored as ${facts.valueStorage}` : 'cuSPARSE')}</p>
<figure>${comparison(facts)}<figcaption>Factors are times over this kernel's. Bars are spreads, where they are known.</figcaption></figure>
${paidText(facts)}
<details><summary>As a table, and when tuning has paid</summary>${baselineTable(facts)}</details></section>`;
}

/** After how many products the search has paid, against the best that one could have had without it. */
function paidText({ baselines, breakEven, seconds }: PageFacts): Html | undefined {
  const fastest = baselines.reduce((a, b) => (b.timeUs < a.timeUs ? b : a));
  const entry = breakEven.find(({ name }) => name === fastest.name);
  if (!entry || seconds.total === undefined) return undefined;
  const when =
    entry.multiplications === undefined
      ? `it does not pay against ${fastest.name}, which is at least as fast`
      : `it has paid after ${formatCount(entry.multiplications)} products against ${fastest.name}, the fastest of them`;
  return html`<p id="break-even">Tuning took ${digits(seconds.total)} s: ${when}.</p>`;
}

function searchSection(facts: PageFacts): Html | undefined {
  const { model, stopped, trials, cached, seconds } = facts;
  if (cached)
    return html`<section id="search"><h2>The search</h2><p>The kernel came from the cache, and was verified and timed again.</p></section>`;
  const path = trajectory(facts);
  const split = timeSplit(facts);
  const ended = stopped && ` Ended by: ${stopped}.`;
  const quality =
    model?.mape !== undefined &&
    ` The cost model (${model.kind}) missed what it had not seen by ${digits(model.mape)}% on average${model.rankCorrelation !== undefined && `, rank correlation ${digits(model.rankCorrelation)}`}.`;
  return html`<section id="search"><h2>The search</h2>
<p>${trials.length > 0 ? `${trials.length} trials` : 'All'} in ${digits(seconds.total)} s.${ended}${quality}</p>
${path ? html`<figure>${path}<figcaption>Dots: trials that ran. Line: the best so far, as measured during the search.</figcaption></figure>` : html`<p class="soft">Without the trial log there is no course of the search.</p>`}
${split && html`<h3>Where the time went</h3><figure>${split}<figcaption>Kernels are built and compiled ahead while others run, so the activities may add up to more than the total.</figcaption></figure>`}</section>`;
}

function rooflineSection(facts: PageFacts): Html | undefined {
  const found = roofline(facts);
  return (
    found &&
    html`<section id="roofline"><h2>Roofline</h2><figure>${found.chart}
<figcaption>Dashed: ${digits(found.roofGBs)} GB/s, the most bandwidth that a kernel of this search reached. Bytes are those that the format must move once; gathers of x that miss the caches come on top.</figcaption></figure></section>`
  );
}

function designSection({ best, kernel }: PageFacts): Html {
  const novel =
    best.novel === undefined ? '' : best.novel ? ' A structure that no known format has.' : ' A known structure.';
  return html`<section id="design"><h2>The design</h2><p><code>${graphText(best.graph)}</code></p>
<p class="soft">${best.origin && `Found by: ${best.origin}.`}${novel}${kernel && ` ${formatCount(kernel.blocks)} blocks of ${kernel.threads} threads.`}</p>
${storageSentence(best.storageError)}
<div class="columns"><figure><div class="drawing" role="img" aria-label="Operator graph">${raw(graphSvg(best.graph))}</div></figure>
<div>${kernel ? html`<h3>What it stores</h3>${arrayTable(kernel)}` : html`<p class="soft">${formatBytes(best.bytes)} in all. The arrays are listed when the matrix is given (--matrix).</p>`}</div></div></section>`;
}

/** What 16-bit storage does to results. */
function storageSentence(error: PageFacts['best']['storageError']): Html | undefined {
  if (!error) return undefined;
  return html`<p id="storage-error">Values are stored as ${error.storage}: each is off by at most ${error.relative.toExponential(2)} of itself, and each row of y by at most that part of |A||x|. Rounding of sums comes on top.</p>`;
}

function matrixSection({ matrix }: PageFacts): Html {
  if (!matrix)
    return html`<section id="matrix"><h2>The matrix</h2><p class="soft">Its pattern and row lengths are drawn when the matrix is given (--matrix).</p></section>`;
  let empty = 0;
  for (let r = 0; r < matrix.rows; r++) if (matrix.indptr[r] === matrix.indptr[r + 1]) empty++;
  return html`<section id="matrix"><h2>The matrix</h2><div class="columns"><figure>${spy(matrix)}
<figcaption>The stronger the colour, the more entries a cell holds.</figcaption></figure>
<figure>${rowLengths(matrix)}<figcaption>${formatCount(empty)} rows are empty.</figcaption></figure></div></section>`;
}

function trialsSection(facts: PageFacts): Html | undefined {
  if (facts.trials.length === 0) return undefined;
  return html`<section id="all-trials"><h2>Trials</h2>${trialsTable(facts)}</section>`;
}

function kernelSection({ kernel }: PageFacts): Html {
  if (!kernel)
    return html`<section id="kernel"><h2>The kernel</h2><p class="soft">Its source is shown when the matrix is given (--matrix).</p></section>`;
  return html`<section id="kernel"><h2>The kernel</h2>${kernel.rebuilt && html`<p class="soft">Built again from the design for this page.</p>`}
<pre><code>${kernel.source.trim()}</code></pre></section>`;
}

function footer({ best, final }: PageFacts): Html {
  const method = final
    ? 'The time of this kernel and of those beside it in the final is the median of rounds in turns; other baselines were timed once, during the search.'
    : 'All times are from the search itself: each kernel was timed once, and none was timed again beside the others.';
  return html`<footer class="soft"><p>${method} The kernel's: ${withSpread(best.timeUs, best.spreadUs)}. GFLOP/s count two operations an entry, without padding.</p></footer>`;
}

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Html, html, raw } from './html.js';

/** Colours by role; the page's style sheet gives each a value for light and for dark. */
export const colour = {
  ours: 'var(--ours)',
  known: 'var(--known)',
  vendor: 'var(--vendor)',
  trial: 'var(--trial)',
  faint: 'var(--faint)',
  text: 'var(--text)',
} as const;

/** Keeps text readable where it lies on lines and dots. */
export const halo = { stroke: 'var(--page)', strokeWidth: 4 } as const;

/** Draws a plot for wide and for narrow screens; the page's style sheet shows one of them. */
export function drawnTwice(label: string, options: (narrow: boolean) => Plot.PlotOptions): Html {
  return html`<div class="wide">${drawn(label, options(false))}</div>
<div class="narrow">${drawn(label, { width: 380, marginLeft: 56, ...options(true) })}</div>`;
}

/** Draws a plot as SVG text, with a label for those who cannot see it. */
export function drawn(label: string, options: Plot.PlotOptions): Html {
  const { document } = parseHTML('<html><body></body></html>');
  const svg = Plot.plot({
    width: 1000,
    marginLeft: 64,
    marginTop: 34,
    marginBottom: 44,
    style: { fontSize: '13px', background: 'none' },
    ...options,
    // Plot asks for nothing that this small DOM lacks.
    document: document as unknown as Document,
  });
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return raw(svg.outerHTML);
}

/** `0.05`, `1`, `200`. */
export function plainTick(value: number): string {
  return `${Number(value.toPrecision(3))}`;
}

/** Ticks `100 ns`, `1 µs`, `10 µs` … for an axis in microseconds. */
export function timeTick(us: number): string {
  if (us >= 1e6) return `${plainTick(us / 1e6)} s`;
  if (us >= 1e3) return `${plainTick(us / 1e3)} ms`;
  return us >= 1 ? `${plainTick(us)} µs` : `${plainTick(us * 1e3)} ns`;
}

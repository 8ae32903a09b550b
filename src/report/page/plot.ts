import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Html, raw } from './html.js';

/** Colours by role; the page's style sheet gives each a value for light and for dark. */
export const colour = {
  ours: 'var(--ours)',
  known: 'var(--known)',
  vendor: 'var(--vendor)',
  trial: 'var(--trial)',
  faint: 'var(--faint)',
  text: 'var(--text)',
} as const;

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

/** Ticks `100 ns`, `1 µs`, `10 µs` … for an axis in microseconds. */
export function timeTick(us: number): string {
  const trim = (value: number) => `${Number(value.toPrecision(3))}`;
  if (us >= 1e6) return `${trim(us / 1e6)} s`;
  if (us >= 1e3) return `${trim(us / 1e3)} ms`;
  return us >= 1 ? `${trim(us)} µs` : `${trim(us * 1e3)} ns`;
}

import * as Plot from '@observablehq/plot';
import { type SearchTrial, timeOf } from '../../search/history.js';
import type { PageFacts } from './facts.js';
import type { Html } from './html.js';
import { colour, drawn, timeTick } from './plot.js';

/** Powers of ten with 2 and 5 between, as far as `low` to `high` reach: ticks of a logarithmic axis. */
function logTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const ticks: number[] = [];
  const steps =
    high / low > 300 ? [1] : high / low > 30 ? [1, 3] : high / low > 6 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) ticks.push(step * 10 ** power);
  }
  // A tick outside of the data would be drawn outside of the frame.
  const within = ticks.filter((tick) => tick >= low && tick <= high);
  return within.length > 0 ? within : [low];
}

/** Time of the winner and of each baseline, fastest first, with the spread where it is known. */
export function comparison({ best, baselines }: PageFacts): Html {
  const rows = [
    { name: 'this kernel', timeUs: best.timeUs, spreadUs: best.spreadUs, fill: colour.ours as string },
    ...baselines.map((each) => ({ ...each, fill: isVendor(each.name) ? colour.vendor : colour.known })),
  ].sort((a, b) => a.timeUs - b.timeUs);
  const times = rows.map((row) => row.timeUs);
  const spread = rows.flatMap(({ name, timeUs, spreadUs, fill }) =>
    spreadUs === undefined
      ? []
      : [{ name, from: Math.max(timeUs - spreadUs, timeUs / 10), to: timeUs + spreadUs, fill }],
  );
  const ratio = (timeUs: number) => `${(timeUs / best.timeUs).toFixed(2)}×`;
  return drawn('Time of this kernel and of each baseline', {
    height: 90 + 19 * rows.length,
    marginLeft: 180,
    marginRight: 60,
    marginTop: 44,
    marginBottom: 10,
    x: {
      type: 'log',
      label: 'time (logarithmic)',
      axis: 'top',
      ticks: logTicks(times),
      tickFormat: timeTick,
      grid: true,
    },
    y: { domain: rows.map((row) => row.name), label: null, tickSize: 0 },
    marks: [
      Plot.ruleX([best.timeUs], { stroke: colour.ours, strokeDasharray: '2 3' }),
      Plot.ruleY(spread, { y: 'name', x1: 'from', x2: 'to', stroke: 'fill', strokeWidth: 2 }),
      Plot.dot(rows, { x: 'timeUs', y: 'name', fill: 'fill', r: 4 }),
      Plot.text(rows, {
        x: 'timeUs',
        y: 'name',
        text: (row) => ratio(row.timeUs),
        dx: 12,
        textAnchor: 'start',
        fill: colour.text,
      }),
    ],
  });
}

export function isVendor(name: string): boolean {
  return name.startsWith('cusparse');
}

/** Every trial that ran, and the best so far, over the time of the search. */
export function trajectory({ trials, baselines }: PageFacts): Html | undefined {
  const points = trials.flatMap((trial) => {
    const timeUs = timeOf(trial);
    return timeUs === undefined ? [] : [{ seconds: trial.elapsedMs / 1000, timeUs }];
  });
  if (points.length < 2) return undefined;
  let bestUs = Infinity;
  const best = points.map(({ seconds, timeUs }) => {
    bestUs = Math.min(bestUs, timeUs);
    return { seconds, timeUs: bestUs };
  });
  const vendor = baselines.filter(({ name }) => isVendor(name)).sort((a, b) => a.timeUs - b.timeUs)[0];
  const times = [...points.map((point) => point.timeUs), ...(vendor ? [vendor.timeUs] : [])];
  return drawn('Best time so far over the seconds of the search', {
    height: 360,
    x: { label: 'search time (s)', domain: [0, points.at(-1)!.seconds] },
    y: { type: 'log', label: 'kernel time (logarithmic)', ticks: logTicks(times), tickFormat: timeTick, grid: true },
    marks: [
      vendor && Plot.ruleY([vendor.timeUs], { stroke: colour.vendor, strokeDasharray: '6 4' }),
      vendor &&
        Plot.text([vendor], {
          x: points.at(-1)!.seconds,
          y: 'timeUs',
          text: 'name',
          textAnchor: 'end',
          dy: -7,
          fill: colour.vendor,
        }),
      Plot.dot(points, { x: 'seconds', y: 'timeUs', r: 2.5, fill: colour.trial }),
      Plot.line(best, { x: 'seconds', y: 'timeUs', curve: 'step-after', stroke: colour.ours, strokeWidth: 2 }),
    ],
  });
}

/**
 * Speed over intensity for every trial. The roof is the most bandwidth that a kernel of this search reached: no data
 * sheet is trusted, and small matrices live in caches that are faster than memory.
 */
export function roofline({ trials, size, best }: PageFacts): { chart: Html; roofGBs: number } | undefined {
  if (!size || size.nnz === 0 || best.bytes === 0) return undefined;
  const flops = 2 * size.nnz;
  const pointOf = (bytes: number, timeUs: number) => ({ intensity: flops / bytes, gflops: flops / (timeUs * 1e3) });
  const points = trials.flatMap((trial: SearchTrial) => {
    const timeUs = timeOf(trial);
    return timeUs === undefined || !trial.kernel?.bytes ? [] : [pointOf(trial.kernel.bytes, timeUs)];
  });
  const winner = pointOf(best.bytes, best.timeUs);
  const all = [...points, winner];
  const roofGBs = Math.max(...all.map(({ intensity, gflops }) => gflops / intensity));
  const intensities = all.map((point) => point.intensity);
  const [low, high] = [Math.min(...intensities) / 1.3, Math.max(...intensities) * 1.3];
  const speeds = [...all.map((point) => point.gflops), roofGBs * high];
  const roof = [low, high].map((intensity) => ({ intensity, gflops: roofGBs * intensity }));
  const chart = drawn('GFLOP/s over floating-point operations a byte, for every trial', {
    height: 400,
    x: {
      type: 'log',
      label: 'intensity (flop/byte, logarithmic)',
      domain: [low, high],
      ticks: logTicks(intensities),
      tickFormat: '~r',
    },
    y: { type: 'log', label: 'speed (GFLOP/s, logarithmic)', ticks: logTicks(speeds), tickFormat: '~r', grid: true },
    marks: [
      Plot.line(roof, { x: 'intensity', y: 'gflops', stroke: colour.vendor, strokeDasharray: '6 4' }),
      Plot.dot(points, { x: 'intensity', y: 'gflops', r: 2.5, fill: colour.trial }),
      Plot.dot([winner], { x: 'intensity', y: 'gflops', r: 5, fill: colour.ours }),
      Plot.text([winner], { x: 'intensity', y: 'gflops', text: ['this kernel'], dy: 16, fill: colour.ours }),
    ],
  });
  return { chart, roofGBs };
}

const activities: Readonly<Record<string, string>> = {
  build: 'build format and source',
  compile: 'compile',
  verify: 'verify',
  benchmark: 'benchmark',
  strategy: 'strategy and waiting',
  final: 'final comparison',
};

/** Seconds of each activity. */
export function timeSplit({ seconds }: PageFacts): Html | undefined {
  const rows = Object.entries(activities).flatMap(([key, name]) =>
    seconds[key] === undefined ? [] : [{ name, seconds: seconds[key] }],
  );
  if (rows.length === 0) return undefined;
  return drawn('Seconds of the search by activity', {
    height: 70 + 28 * rows.length,
    marginTop: 10,
    marginLeft: 180,
    marginRight: 60,
    x: { label: 'time (s)' },
    y: { domain: rows.map((row) => row.name), label: null, tickSize: 0 },
    marks: [
      Plot.barX(rows, { x: 'seconds', y: 'name', fill: colour.known, insetTop: 3, insetBottom: 3 }),
      Plot.text(rows, {
        x: 'seconds',
        y: 'name',
        text: (row) => `${row.seconds.toPrecision(3)} s`,
        dx: 6,
        textAnchor: 'start',
        fill: colour.text,
      }),
      Plot.ruleX([0], { stroke: colour.faint }),
    ],
  });
}

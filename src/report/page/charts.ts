import * as Plot from '@observablehq/plot';
import { type SearchTrial, timeOf } from '../../search/history.js';
import { digits } from '../format.js';
import type { PageFacts } from './facts.js';
import type { Html } from './html.js';
import { colour, drawnTwice, halo, plainTick, timeTick } from './plot.js';

/** Steps within a power of ten, from many ticks to few. */
const tickSteps = [[1, 1.5, 2, 3, 4, 5, 6, 8], [1, 2, 5], [1, 3], [1]];

/**
 * Round numbers as far as `values` reach, `most` at the utmost: ticks of a logarithmic axis. Axes get
 * them with their texts as a channel: by a tick format, d3 would leave out the labels of 5, 50, and so on.
 */
function logTicks(values: readonly number[], most: number): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => 10 ** (first + i));
  // A tick outside of the data would be drawn outside of the frame.
  const choices = tickSteps.map((steps) =>
    powers.flatMap((power) => steps.map((step) => step * power)).filter((tick) => tick >= low && tick <= high),
  );
  const ticks = choices.find(({ length }) => length <= most) ?? choices[choices.length - 1];
  return ticks.length > 0 ? ticks : [low];
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
  return drawnTwice('Time of this kernel and of each baseline', (narrow) => {
    const ticks = logTicks(times, narrow ? 3 : 9);
    return {
      height: 90 + 19 * rows.length,
      marginLeft: narrow ? 136 : 180,
      marginRight: 60,
      marginTop: 44,
      marginBottom: 10,
      x: {
        type: 'log',
        label: 'time (logarithmic)',
      },
      y: { domain: rows.map((row) => row.name), label: null, tickSize: 0 },
      marks: [
        Plot.gridX(ticks),
        Plot.axisX(ticks, { text: timeTick, anchor: 'top' }),
        Plot.ruleX([best.timeUs], { stroke: colour.ours, strokeDasharray: '2 3' }),
        Plot.ruleY(spread, { y: 'name', x1: 'from', x2: 'to', stroke: 'fill', strokeWidth: 2 }),
        Plot.dot(rows, { x: 'timeUs', y: 'name', fill: 'fill', r: 4 }),
        Plot.text(rows, {
          x: 'timeUs',
          y: 'name',
          text: (row) => `${digits(row.timeUs / best.timeUs)}×`,
          dx: 12,
          textAnchor: 'start',
          fill: colour.text,
          ...halo,
        }),
      ],
    };
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
  const ticks = logTicks(times, 9);
  return drawnTwice('Best time so far over the seconds of the search', (narrow) => ({
    height: narrow ? 280 : 360,
    x: { label: 'search time (s)', domain: [0, points.at(-1)!.seconds], ticks: narrow ? 4 : 10 },
    y: { type: 'log', label: 'kernel time (logarithmic)' },
    marks: [
      Plot.gridY(ticks),
      Plot.axisY(ticks, { text: timeTick }),
      vendor && Plot.ruleY([vendor.timeUs], { stroke: colour.vendor, strokeDasharray: '6 4' }),
      vendor &&
        Plot.text([vendor], {
          x: points.at(-1)!.seconds,
          y: 'timeUs',
          text: 'name',
          textAnchor: 'end',
          dy: -7,
          fill: colour.vendor,
          ...halo,
        }),
      Plot.dot(points, { x: 'seconds', y: 'timeUs', r: 2.5, fill: colour.trial }),
      Plot.line(best, { x: 'seconds', y: 'timeUs', curve: 'step-after', stroke: colour.ours, strokeWidth: 2 }),
    ],
  }));
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
  const speedTicks = logTicks(speeds, 9);
  const roof = [low, high].map((intensity) => ({ intensity, gflops: roofGBs * intensity }));
  const chart = drawnTwice('GFLOP/s over floating-point operations a byte, for every trial', (narrow) => ({
    height: narrow ? 300 : 400,
    x: {
      type: 'log',
      label: 'intensity (flop/byte, logarithmic)',
      domain: [low, high],
    },
    y: { type: 'log', label: 'speed (GFLOP/s, logarithmic)' },
    marks: [
      Plot.axisX(logTicks(intensities, narrow ? 4 : 9), { text: plainTick }),
      Plot.gridY(speedTicks),
      Plot.axisY(speedTicks, { text: plainTick }),
      Plot.line(roof, { x: 'intensity', y: 'gflops', stroke: colour.vendor, strokeDasharray: '6 4' }),
      Plot.dot(points, { x: 'intensity', y: 'gflops', r: 2.5, fill: colour.trial }),
      Plot.dot([winner], { x: 'intensity', y: 'gflops', r: 5, fill: colour.ours }),
      Plot.text([winner], { x: 'intensity', y: 'gflops', text: ['this kernel'], dy: 16, fill: colour.ours, ...halo }),
    ],
  }));
  return { chart, roofGBs };
}

const activities: Readonly<Record<string, string>> = {
  build: 'build the format',
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
  return drawnTwice('Seconds of the search by activity', (narrow) => ({
    height: 70 + 28 * rows.length,
    marginTop: 10,
    marginLeft: narrow ? 156 : 180,
    marginRight: 60,
    x: { label: 'time (s)', ticks: narrow ? 3 : 10 },
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
  }));
}

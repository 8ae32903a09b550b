import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import type { Html } from './html.js';
import { colour, drawn } from './plot.js';

/** Cells of the spy plot along the longer side. */
const cells = 150;
/** Pixels: two fit side by side, and one on a narrow screen without much loss. */
const chartWidth = 440;
/** Shades of density. */
const shades = 4;
/** Row lengths up to this many get a bar each; beyond, bars double in width. */
const singleBars = 48;

/** `0`, `500`, `2.5k`. */
const countTick = (count: number) => (count < 1000 ? `${count}` : `${count / 1000}k`);

/** How many rows have how many entries. */
export function rowLengths({ rows, indptr }: CsrMatrix): Html | undefined {
  if (rows === 0) return undefined;
  const counts = new Map<number, number>();
  let longest = 0;
  for (let r = 0; r < rows; r++) {
    const length = indptr[r + 1] - indptr[r];
    counts.set(length, (counts.get(length) ?? 0) + 1);
    longest = Math.max(longest, length);
  }
  const doubling = longest > singleBars;
  const bars = new Map<number, { from: number; to: number; rows: number }>();
  for (const [length, count] of counts) {
    // On a logarithmic axis there is no zero: the caption tells of empty rows.
    if (doubling && length === 0) continue;
    const from = doubling ? 2 ** Math.floor(Math.log2(length)) : length - 0.5;
    const to = doubling ? 2 * from : length + 0.5;
    bars.set(from, { from, to, rows: (bars.get(from)?.rows ?? 0) + count });
  }
  return drawn('Number of rows by their number of entries', {
    height: 320,
    width: chartWidth,
    x: doubling
      ? { type: 'log', base: 2, label: 'entries in the row (bars double in width)', tickFormat: '~r' }
      : { label: 'entries in the row' },
    y: { label: 'rows', grid: true, tickFormat: countTick },
    marks: [
      Plot.rectY([...bars.values()], { x1: 'from', x2: 'to', y: 'rows', fill: colour.known, inset: 0.5 }),
      Plot.ruleY([0], { stroke: colour.faint }),
    ],
  });
}

/** Where the entries are: the darker a cell, the more of it is filled. */
export function spy(matrix: CsrMatrix): Html | undefined {
  const { rows, cols } = matrix;
  if (rows === 0 || cols === 0) return undefined;
  const side = Math.max(1, Math.max(rows, cols) / cells);
  const density = densityOf(matrix, side);
  const width = chartWidth;
  const plotWidth = width - 80;
  return drawn('Where the entries of the matrix are', {
    width,
    height: Math.min(900, Math.max(90, (plotWidth * rows) / cols)) + 50,
    marginLeft: 60,
    marginRight: 20,
    marginBottom: 10,
    marginTop: 44,
    x: { domain: [0, cols], axis: 'top', label: 'column', ticks: 4, tickFormat: countTick },
    y: { domain: [rows, 0], label: 'row', ticks: 4, tickFormat: countTick, reverse: false },
    marks: [
      Plot.frame({ stroke: colour.faint }),
      (_index, { x, y }) =>
        cellsGroup(
          density,
          side,
          (column) => x!(column) as number,
          (row) => y!(row) as number,
        ),
    ],
  });
}

/** Entries of each cell over the most that a cell has, by row of cells. */
function densityOf({ rows, cols, indptr, indices }: CsrMatrix, side: number): Float64Array[] {
  const across = Math.ceil(cols / side);
  const density = Array.from({ length: Math.ceil(rows / side) }, () => new Float64Array(across));
  for (let r = 0; r < rows; r++) {
    const line = density[Math.floor(r / side)];
    for (let i = indptr[r]; i < indptr[r + 1]; i++) line[Math.floor(indices[i] / side)]++;
  }
  const most = density.reduce((max, line) => Math.max(max, ...line), 1);
  return density.map((line) => line.map((count) => count / most));
}

/** One path a shade; runs of equal cells are one rectangle. */
function cellsGroup(
  density: readonly Float64Array[],
  side: number,
  x: (c: number) => number,
  y: (r: number) => number,
) {
  const { document } = parseHTML('<svg></svg>');
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  const paths = Array.from({ length: shades + 1 }, () => '');
  // A single entry must be seen; between, the root spreads the shades.
  const shadeOf = (value: number) => (value === 0 ? 0 : Math.ceil(Math.sqrt(value) * shades));
  const text = (value: number) => `${Number(value.toFixed(1))}`;
  for (const [r, line] of density.entries()) {
    for (let c = 0; c < line.length; ) {
      const shade = shadeOf(line[c]);
      let end = c + 1;
      while (end < line.length && shadeOf(line[end]) === shade) end++;
      const [left, right, top, bottom] = [x(c * side), x(end * side), y(r * side), y((r + 1) * side)];
      if (shade > 0) paths[shade] += `M${text(left)} ${text(top)}H${text(right)}V${text(bottom)}H${text(left)}z`;
      c = end;
    }
  }
  for (const [shade, path] of paths.entries()) {
    if (path === '') continue;
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    element.setAttribute('d', path);
    element.setAttribute('fill', colour.ours);
    element.setAttribute('fill-opacity', `${0.25 + (0.75 * shade) / shades}`);
    group.append(element);
  }
  return group as unknown as SVGElement;
}

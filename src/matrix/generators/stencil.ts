import { type Generator, patternByRows } from './generator.js';

/** Offsets of the neighbours in a grid, in ascending order of their column. */
type Offsets = readonly (readonly [dx: number, dy: number, dz: number])[];

const range = [-1, 0, 1];
const cube: Offsets = range.flatMap((dz) => range.flatMap((dy) => range.map((dx) => [dx, dy, dz] as const)));
const distance = ([dx, dy, dz]: Offsets[number]) => Math.abs(dx) + Math.abs(dy) + Math.abs(dz);

export const stencil5 = stencil('stencil5', 'five-point stencil on an n x n grid', 2, 20000, (o) => distance(o) < 2);
export const stencil7 = stencil(
  'stencil7',
  'seven-point stencil on an n x n x n grid',
  3,
  1000,
  (o) => distance(o) < 2,
);
export const stencil27 = stencil('stencil27', '27-point stencil on an n x n x n grid', 3, 1000, () => true);

function stencil(
  name: string,
  doc: string,
  dimensions: 2 | 3,
  max: number,
  keep: (offset: Offsets[number]) => boolean,
): Generator {
  const offsets = cube.filter((offset) => (dimensions === 3 || offset[2] === 0) && keep(offset));
  return {
    name,
    doc,
    params: [{ name: 'n', doc: 'points along each side', min: 1, max }],
    pattern({ n }) {
      const depth = dimensions === 3 ? n : 1;
      const points = n * n * depth;
      return patternByRows(points, points, points * offsets.length, (row, out, at) => {
        const x = row % n;
        const y = Math.floor(row / n) % n;
        const z = Math.floor(row / (n * n));
        for (const [dx, dy, dz] of offsets) {
          const inside = x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n && z + dz >= 0 && z + dz < depth;
          if (inside) out[at++] = row + dx + n * (dy + n * dz);
        }
        return at;
      });
    },
  };
}

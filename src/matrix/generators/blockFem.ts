import { mix32 } from '../../random.js';
import { type Generator, patternByRows } from './generator.js';

const range = [-1, 0, 1];
/** Of the 26 neighbours of a point in a cubic grid, this share is connected to it. */
const keptShare = 0.6;

export const blockFem: Generator = {
  name: 'blockfem',
  doc: 'finite elements: a random symmetric mesh on a cubic grid, every entry a dense block x block square',
  params: [
    { name: 'nnz', doc: 'entries, about', default: 100000, min: 1, max: 2 ** 29 },
    { name: 'block', doc: 'unknowns a mesh point', default: 3, min: 1, max: 16 },
  ],
  pattern({ nnz, block }, random) {
    const side = gridSide(nnz / (block * block));
    const points = side ** 3;
    const seed = random.uint32();
    const limit = keptShare * 2 ** 32;
    // Both ends of an edge must decide alike, so the decision is a hash of the pair.
    const connected = (p: number, q: number) => {
      const hash = mix32(mix32(seed + Math.min(p, q)) ^ Math.max(p, q));
      return p === q || hash >>> 0 < limit;
    };
    const neighbours = (p: number): number[] => {
      const x = p % side;
      const y = Math.floor(p / side) % side;
      const z = Math.floor(p / (side * side));
      const near: number[] = [];
      for (const dz of range) {
        for (const dy of range) {
          for (const dx of range) {
            const inside = [x + dx, y + dy, z + dz].every((c) => c >= 0 && c < side);
            const q = p + dx + side * (dy + side * dz);
            if (inside && connected(p, q)) near.push(q);
          }
        }
      }
      return near;
    };
    let current: number[] = [];
    const size = points * block;
    return patternByRows(size, size, size * 27 * block, (row, out, at) => {
      if (row % block === 0) current = neighbours(row / block);
      for (const q of current) for (let b = 0; b < block; b++) out[at++] = q * block + b;
      return at;
    });
  },
};

/** Points along each side of the grid whose mesh has closest to `count` connections, points themselves included. */
function gridSide(count: number): number {
  // Over all points, the neighbours along one axis number 3 side - 2.
  const expected = (side: number) => side ** 3 + keptShare * ((3 * side - 2) ** 3 - side ** 3);
  let side = 1;
  while (Math.abs(expected(side + 1) - count) < Math.abs(expected(side) - count)) side++;
  return side;
}

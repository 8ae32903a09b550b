import { AlphaSparseError } from '../../errors.js';
import { fromSegments } from '../coo.js';
import { checkEntries, type Generator, patternByRows } from './generator.js';

export const uniform: Generator = {
  name: 'uniform',
  doc: 'square matrix with `degree` random columns in every row',
  params: [
    { name: 'n', doc: 'rows and columns', min: 1, max: 2 ** 26 },
    { name: 'degree', doc: 'entries of a row', default: 16, min: 0, max: 65536 },
  ],
  pattern({ n, degree }, random) {
    if (degree > n) throw new AlphaSparseError('usage', `gen:uniform: degree ${degree} exceeds the ${n} columns`);
    return patternByRows(n, n, n * degree, (_, out, at) => {
      // Floyd's sampling: every subset of the columns is equally likely, with exactly `degree` draws.
      const chosen = new Set<number>();
      for (let top = n - degree; top < n; top++) {
        const column = random.int(top + 1);
        chosen.add(chosen.has(column) ? top : column);
      }
      let end = at;
      for (const column of chosen) out[end++] = column;
      out.subarray(at, end).sort();
      return end;
    });
  },
};

/** Shares of the four quadrants, as thresholds on 16 random bits: a = 0.57, b = c = 0.19, d = 0.05. */
const a = Math.round(0.57 * 65536);
const ab = Math.round(0.76 * 65536);
const abc = Math.round(0.95 * 65536);

export const rmat: Generator = {
  name: 'rmat',
  doc: 'power-law graph of 2^scale vertices (R-MAT, 0.57 0.19 0.19 0.05), duplicate edges merged',
  params: [
    { name: 'scale', doc: 'logarithm of the number of vertices', min: 1, max: 26 },
    { name: 'degree', doc: 'edges a vertex, before merging', default: 16, min: 1, max: 4096 },
  ],
  pattern({ scale, degree }, random) {
    const n = 2 ** scale;
    const edges = n * degree;
    checkEntries(edges);
    const rows = new Int32Array(edges);
    const cols = new Int32Array(edges);
    for (let e = 0; e < edges; e++) {
      let row = 0;
      let col = 0;
      let bits = 0;
      for (let level = 0; level < scale; level++) {
        bits = level % 2 === 0 ? random.uint32() : bits >>> 16;
        const draw = bits & 0xffff;
        const lower = Number(draw >= ab);
        row = (row << 1) | lower;
        col = (col << 1) | (lower ? Number(draw >= abc) : Number(draw >= a));
      }
      rows[e] = row;
      cols[e] = col;
    }
    return fromSegments('rmat', n, n, [{ rows, cols, length: edges }], 'none');
  },
};

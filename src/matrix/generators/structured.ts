import { AlphaSparseError } from '../../errors.js';
import { type Generator, type GeneratorParam, patternByRows } from './generator.js';

const size: GeneratorParam = { name: 'n', doc: 'rows and columns', min: 0, max: 2 ** 26 };

export const banded: Generator = {
  name: 'banded',
  doc: 'square matrix with `width` full diagonals around the main one',
  params: [size, { name: 'width', doc: 'number of diagonals, odd', default: 5, min: 1, max: 9999 }],
  pattern({ n, width }) {
    if (width % 2 === 0) throw new AlphaSparseError('usage', `gen:banded: width ${width} is not odd`);
    const half = (width - 1) / 2;
    return patternByRows(n, n, n * Math.min(width, n), (row, out, at) => {
      const last = Math.min(n - 1, row + half);
      for (let col = Math.max(0, row - half); col <= last; col++) out[at++] = col;
      return at;
    });
  },
};

export const arrow: Generator = {
  name: 'arrow',
  doc: 'first row, first column and diagonal full',
  params: [size],
  pattern({ n }) {
    return patternByRows(n, n, Math.max(0, 3 * n - 2), (row, out, at) => {
      if (row === 0) for (let col = 0; col < n; col++) out[at++] = col;
      else {
        out[at++] = 0;
        out[at++] = row;
      }
      return at;
    });
  },
};

export const dense: Generator = {
  name: 'dense',
  doc: 'every place stored',
  params: [{ ...size, max: 32768 }],
  pattern({ n }) {
    return patternByRows(n, n, n * n, (_, out, at) => {
      for (let col = 0; col < n; col++) out[at++] = col;
      return at;
    });
  },
};

export const diagonal: Generator = {
  name: 'diagonal',
  doc: 'diagonal full, nothing else',
  params: [size],
  pattern({ n }) {
    return patternByRows(n, n, n, (row, out, at) => {
      out[at] = row;
      return at + 1;
    });
  },
};

export const empty: Generator = {
  name: 'empty',
  doc: 'no entries',
  params: [
    { ...size, name: 'rows', doc: 'rows' },
    { ...size, name: 'cols', doc: 'columns' },
  ],
  pattern({ rows, cols }) {
    return patternByRows(rows, cols, 0, (_, _out, at) => at);
  },
};

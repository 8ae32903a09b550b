import type { CsrMatrix } from './csrMatrix.js';

/** The most popular columns are this share of all. */
const popularShare = 0.01;
/** Rows whose reads of x meet, as those of a warp's threads do; and elements of x in a sector of 32 bytes, in f32. */
export const windowRows = 32;
export const sectorElements = 8;
/** Entries that `sectorsPerEntry` looks at. */
const sampledEntries = 1 << 18;

/**
 * How a matrix reads x. `hotColumnShare` is the share of the entries that the most popular 1 % of the columns hold;
 * `sectorsPerEntry` the different sectors of x that 32 neighbouring rows read over their entries: 1 where all are
 * scattered, 1/8 at most on full rows.
 */
export function columnFeatures(matrix: CsrMatrix) {
  return { hotColumnShare: hotColumnShare(matrix), sectorsPerEntry: sectorsPerEntry(matrix) };
}

function hotColumnShare({ cols, nnz, indices }: CsrMatrix): number {
  const lengths = new Int32Array(cols);
  for (let i = 0; i < nnz; i++) lengths[indices[i]]++;
  let longest = 0;
  for (let c = 0; c < cols; c++) if (lengths[c] > longest) longest = lengths[c];
  const histogram = new Int32Array(longest + 1);
  for (let c = 0; c < cols; c++) histogram[lengths[c]]++;
  let left = Math.ceil(cols * popularShare);
  let entries = 0;
  for (let length = longest; length > 0 && left > 0; length--) {
    const taken = Math.min(histogram[length], left);
    entries += taken * length;
    left -= taken;
  }
  return nnz === 0 ? 0 : entries / nnz;
}

function sectorsPerEntry({ rows, cols, nnz, indptr, indices }: CsrMatrix): number {
  const stride = windowRows * Math.max(1, Math.ceil(nnz / sampledEntries));
  const lastSeen = new Int32Array(Math.ceil(cols / sectorElements)).fill(-1);
  let sectors = 0;
  let entries = 0;
  for (let begin = 0; begin < rows; begin += stride) {
    const end = indptr[Math.min(begin + windowRows, rows)];
    entries += end - indptr[begin];
    for (let i = indptr[begin]; i < end; i++) {
      const sector = Math.trunc(indices[i] / sectorElements);
      if (lastSeen[sector] !== begin) {
        lastSeen[sector] = begin;
        sectors++;
      }
    }
  }
  return entries === 0 ? 0 : sectors / entries;
}

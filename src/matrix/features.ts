import { columnFeatures } from './columnFeatures.js';
import type { CsrMatrix } from './csrMatrix.js';
import { rowLengthFeatures } from './rowLengthFeatures.js';
import { hasSymmetricPattern } from './symmetry.js';

/** Matrix features in a fixed order: the shape of every feature vector. All are finite for every matrix. */
export const featureNames = [
  'rows',
  'cols',
  'nnz',
  'density',
  'meanRow',
  'minRow',
  'maxRow',
  'medianRow',
  'p99Row',
  'varianceRow',
  'giniRow',
  'emptyRowShare',
  'longestRowShare',
  'neighbourVariation',
  'meanBandwidth',
  'maxBandwidth',
  'meanRowSpan',
  'adjacentShare',
  'diagonalShare',
  'usedDiagonals',
  'denseDiagonalShare',
  'hotColumnShare',
  'sectorsPerEntry',
  'blockDensity2',
  'blockDensity3',
  'blockDensity4',
  'distinctValues',
  'symmetricPattern',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type MatrixFeatures = Readonly<Record<FeatureName, number>>;

/** A diagonal counts as dense when at least this share of its places is stored. */
const denseDiagonal = 0.6;
/** Distinct values are counted up to this many. */
const distinctLimit = 4096;
/** Entries that the block densities look at. */
const sampledEntries = 1 << 18;
/** Matrices with more diagonals than this get 0 for the two diagonal features, to save memory. */
const countedDiagonals = 1 << 27;

/** Describes a matrix in numbers, in time linear in its entries. */
export function matrixFeatures(matrix: CsrMatrix): MatrixFeatures {
  const { rows, cols, nnz } = matrix;
  return {
    rows,
    cols,
    nnz,
    density: ratio(nnz, rows * cols),
    ...rowLengthFeatures(matrix),
    ...placeFeatures(matrix),
    ...diagonalFeatures(matrix),
    ...columnFeatures(matrix),
    blockDensity2: blockDensity(matrix, 2),
    blockDensity3: blockDensity(matrix, 3),
    blockDensity4: blockDensity(matrix, 4),
    distinctValues: countDistinct(matrix),
    symmetricPattern: Number(hasSymmetricPattern(matrix)),
  };
}

/** The features as numbers in the order of {@link featureNames}. */
export function featureVector(features: MatrixFeatures): number[] {
  return featureNames.map((name) => features[name]);
}

/** Quotient, or 0 where there is nothing to divide by. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Bandwidth is |row - column|; adjacent entries have their left neighbour stored too. */
function placeFeatures({ rows, nnz, indptr, indices }: CsrMatrix) {
  let bandwidths = 0;
  let maxBandwidth = 0;
  let spans = 0;
  let adjacent = 0;
  let onDiagonal = 0;
  for (let r = 0; r < rows; r++) {
    const begin = indptr[r];
    const end = indptr[r + 1];
    for (let k = begin; k < end; k++) {
      const distance = Math.abs(r - indices[k]);
      bandwidths += distance;
      if (distance > maxBandwidth) maxBandwidth = distance;
      if (distance === 0) onDiagonal++;
      if (k > begin && indices[k] === indices[k - 1] + 1) adjacent++;
    }
    if (end > begin) spans += indices[end - 1] - indices[begin] + 1;
  }
  return {
    meanBandwidth: ratio(bandwidths, nnz),
    maxBandwidth,
    meanRowSpan: ratio(spans, rows),
    adjacentShare: ratio(adjacent, nnz),
    diagonalShare: ratio(onDiagonal, rows),
  };
}

function diagonalFeatures({ rows, cols, nnz, indptr, indices }: CsrMatrix) {
  if (nnz === 0 || rows + cols > countedDiagonals) return { usedDiagonals: 0, denseDiagonalShare: 0 };
  const counts = new Int32Array(rows + cols - 1);
  for (let r = 0; r < rows; r++) {
    for (let k = indptr[r]; k < indptr[r + 1]; k++) counts[indices[k] - r + rows - 1]++;
  }
  let used = 0;
  let onDense = 0;
  for (let d = 0; d < counts.length; d++) {
    if (counts[d] === 0) continue;
    used++;
    const places = Math.min(rows, cols, d + 1, rows + cols - 1 - d);
    if (counts[d] >= denseDiagonal * places) onDense += counts[d];
  }
  return { usedDiagonals: used, denseDiagonalShare: onDense / nnz };
}

/** Stored share of the aligned size x size blocks that hold any entry, over evenly spread block rows. */
function blockDensity({ rows, cols, nnz, indptr, indices }: CsrMatrix, size: number): number {
  const blockRows = Math.ceil(rows / size);
  const stride = Math.max(1, Math.ceil(nnz / sampledEntries));
  const lastSeen = new Int32Array(Math.ceil(cols / size)).fill(-1);
  let blocks = 0;
  let entries = 0;
  for (let b = 0; b < blockRows; b += stride) {
    const begin = indptr[b * size];
    const end = indptr[Math.min(rows, (b + 1) * size)];
    entries += end - begin;
    for (let k = begin; k < end; k++) {
      const block = Math.trunc(indices[k] / size);
      if (lastSeen[block] !== b) {
        lastSeen[block] = b;
        blocks++;
      }
    }
  }
  return ratio(entries, blocks * size * size);
}

export function countDistinct({ data }: CsrMatrix): number {
  const seen = new Set<number>();
  for (let k = 0; k < data.length && seen.size < distinctLimit; k++) seen.add(data[k]);
  return seen.size;
}

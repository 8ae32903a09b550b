import { entryCount, type MetadataSet, rowCount, withKeys } from '../../metadata/metadataSet.js';
import { selectEntries, selectFilledRows, selectRows } from '../../metadata/select.js';
import { type Tally, tally } from '../../metadata/tally.js';
import { oncePer } from '../../oncePer.js';
import { choiceParam, integerParam, type Operator, unless } from '../operator.js';
import { beforeCompress, naturalColumns } from './preconditions.js';

export const diaDecomp: Operator = {
  name: 'DIA_DECOMP',
  stage: 'converting',
  source: 'DIA (Saad, 1989); HDI (Barbieri et al., 2015)',
  summary:
    'Sends well filled diagonals to a first branch, padded so that column = row + offset[k] holds for each of its entries.',
  example: 'fill 60: the main diagonal with 3 of 4 places → branch 0, four rows of one entry; the rest → branch 1',
  params: {
    fill: integerParam('least share of a diagonal that must be stored, in percent', {
      min: 1,
      max: 100,
      default: 60,
      coarse: [60],
      fine: [20, 40, 80, 95],
    }),
    rows: choiceParam(
      '`split` divides each row among the branches; `whole` keeps a row together, in the first branch only when it lies on full diagonals',
      ['split', 'whole'],
      'whole',
    ),
  },
  properties: { pads: true },
  legal(metadata, params) {
    return (
      beforeCompress(metadata) ??
      naturalColumns(metadata) ??
      unless([
        denseDiagonals(metadata, params.fill as number).length > 0,
        `no diagonal is filled to ${params.fill} % or more`,
      ])
    );
  },
  divide(metadata, params) {
    const offsets = denseDiagonals(metadata, params.fill as number);
    const { indptr, colIndices } = metadata.nonZeros;
    const inside = new Uint8Array(entryCount(metadata));
    const wanted = new Set(offsets);
    for (let p = 0; p < rowCount(metadata); p++) {
      const row = metadata.originRows[p];
      let all = true;
      for (let i = indptr[p]; i < indptr[p + 1]; i++) {
        if (wanted.has(colIndices[i] - row)) inside[i] = 1;
        else all = false;
      }
      if (params.rows === 'whole' && !all) inside.fill(0, indptr[p], indptr[p + 1]);
    }
    const rest = selectFilledRows(metadata, inside, 0);
    let diagonal = selectEntries(metadata, inside);
    if (params.rows === 'whole') {
      const elsewhere = new Set(rest.originRows);
      const kept = Int32Array.from(diagonal.originRows.keys()).filter((p) => !elsewhere.has(diagonal.originRows[p]));
      diagonal = selectRows(diagonal, kept);
    }
    return [padToDiagonals(diagonal, offsets), rest];
  },
};

/**
 * Offsets (column - row) of the diagonals filled to at least `percent`, ascending; at most 256, which bounds padding.
 * Those shorter than a quarter of the longest do not count: each costs a padded place in every row.
 */
function denseDiagonals(metadata: MetadataSet, percent: number): number[] {
  const { rows, cols } = metadata;
  const offsets: number[] = [];
  const { keys, counts } = diagonals(metadata);
  for (let d = 0; d < keys.length; d++) {
    const offset = keys[d];
    const length = Math.min(rows, cols - offset) - Math.max(0, -offset);
    if (length * 4 >= Math.min(rows, cols) && counts[d] * 100 >= length * percent) offsets.push(offset);
  }
  return offsets.length <= 256 ? offsets : [];
}

/** The diagonals that have entries, ascending, and how many each has; asked whether the design is legal, then again to apply it. */
const diagonals = oncePer((metadata: MetadataSet): Tally => {
  const { indptr, colIndices } = metadata.nonZeros;
  const { rows, cols, originRows } = metadata;
  const shifted = new Int32Array(colIndices.length);
  for (let p = 0; p < rowCount(metadata); p++) {
    for (let i = indptr[p]; i < indptr[p + 1]; i++) shifted[i] = colIndices[i] - originRows[p] + rows;
  }
  const { keys, counts } = tally(shifted, rows + cols);
  return { keys: keys.map((key) => key - rows), counts };
});

/** Gives each row one entry a diagonal, in order; a missing one is padding with its column clamped into the matrix. */
function padToDiagonals(metadata: MetadataSet, offsets: readonly number[]): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  const rows = rowCount(metadata);
  const width = offsets.length;
  const cols = new Int32Array(rows * width);
  const padded = new Int32Array(rows * width).fill(-1);
  for (let p = 0; p < rows; p++) {
    const row = metadata.originRows[p];
    let i = indptr[p];
    for (let k = 0; k < width; k++) {
      const col = row + offsets[k];
      const to = p * width + k;
      if (i < indptr[p + 1] && colIndices[i] === col) padded[to] = slots[i++];
      cols[to] = Math.min(Math.max(col, 0), metadata.cols - 1);
    }
  }
  const paddedIndptr = new Int32Array(rows + 1);
  for (let p = 0; p <= rows; p++) paddedIndptr[p] = p * width;
  return withKeys(metadata, { nonZeros: { indptr: paddedIndptr, colIndices: cols, slots: padded } });
}

import { entryCount, type MetadataSet, rowCount, withKeys } from '../../metadata/metadataSet.js';
import { selectEntries, selectFilledRows } from '../../metadata/select.js';
import { integerParam, type Operator, unless } from '../operator.js';
import { beforeCompress, naturalColumns } from './preconditions.js';

export const denseBlockDecomp: Operator = {
  name: 'DENSE_BLOCK_DECOMP',
  stage: 'converting',
  source: 'BSR (Saad, 2003); OSKI (Vuduc et al., 2005)',
  summary:
    'Sends well filled dense blocks to a first branch, padded so that the rows of a block row share their columns.',
  example:
    'size 2, fill 75: rows {0 1 _ _} {0 _ _ _} → branch 0, rows 0 and 1 with columns 0 1 each, one of them padding',
  params: {
    size: integerParam('rows and columns of a block', {
      min: 2,
      max: 16,
      default: 3,
      coarse: [2, 3, 4],
      fine: [5, 6, 8],
    }),
    fill: integerParam('least share of a block that must be stored, in percent', {
      min: 1,
      max: 100,
      default: 70,
      coarse: [70],
      fine: [30, 50, 90],
    }),
  },
  properties: { pads: true },
  legal(metadata, params) {
    return (
      beforeCompress(metadata) ??
      naturalColumns(metadata) ??
      unless(
        [inNaturalOrder(metadata), 'rows must stand in their natural order: block rows are consecutive rows'],
        [
          blocksOf(metadata, params.size as number, params.fill as number).some((columns) => columns.length > 0),
          `no ${params.size} x ${params.size} block is filled to ${params.fill} % or more`,
        ],
      )
    );
  },
  divide(metadata, params) {
    const size = params.size as number;
    const blocks = blocksOf(metadata, size, params.fill as number);
    const { indptr, colIndices } = metadata.nonZeros;
    const outside = new Uint8Array(entryCount(metadata));
    for (let p = 0; p < rowCount(metadata); p++) {
      const columns = new Set(blocks[Math.floor(p / size)]);
      for (let i = indptr[p]; i < indptr[p + 1]; i++)
        outside[i] = columns.has(Math.floor(colIndices[i] / size)) ? 0 : 1;
    }
    return [padToBlocks(selectEntries(metadata, outside, 0), blocks, size), selectFilledRows(metadata, outside, 1)];
  },
};

function inNaturalOrder(metadata: MetadataSet): boolean {
  return rowCount(metadata) === metadata.rows && metadata.originRows.every((row, p) => row === p);
}

/** For each block row, the block columns that are filled enough, ascending. */
function blocksOf(metadata: MetadataSet, size: number, percent: number): number[][] {
  const { indptr, colIndices } = metadata.nonZeros;
  const blockRows: number[][] = [];
  for (let begin = 0; begin < rowCount(metadata); begin += size) {
    const end = Math.min(begin + size, rowCount(metadata));
    const counts = new Map<number, number>();
    for (let i = indptr[begin]; i < indptr[end]; i++) {
      const column = Math.floor(colIndices[i] / size);
      counts.set(column, (counts.get(column) ?? 0) + 1);
    }
    blockRows.push(
      [...counts]
        .filter(
          ([column, count]) => count * 100 >= (end - begin) * Math.min(size, metadata.cols - column * size) * percent,
        )
        .map(([column]) => column)
        .sort((a, b) => a - b),
    );
  }
  return blockRows;
}

/** Gives every row of a block row the same columns; columns past the edge are clamped, places without a value are padding. */
function padToBlocks(metadata: MetadataSet, blocks: readonly number[][], size: number): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  const rows = rowCount(metadata);
  const newIndptr = new Int32Array(rows + 1);
  for (let p = 0; p < rows; p++) newIndptr[p + 1] = newIndptr[p] + blocks[Math.floor(p / size)].length * size;
  const cols = new Int32Array(newIndptr[rows]);
  const padded = new Int32Array(newIndptr[rows]).fill(-1);
  for (let p = 0; p < rows; p++) {
    let to = newIndptr[p];
    let i = indptr[p];
    for (const block of blocks[Math.floor(p / size)]) {
      for (let col = block * size; col < (block + 1) * size; col++, to++) {
        if (i < indptr[p + 1] && colIndices[i] === col) padded[to] = slots[i++];
        cols[to] = Math.min(col, metadata.cols - 1);
      }
    }
  }
  return withKeys(metadata, { nonZeros: { indptr: newIndptr, colIndices: cols, slots: padded } });
}

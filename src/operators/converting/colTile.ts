import { entryCount, type MetadataSet, rowCount, withKeys } from '../../metadata/metadataSet.js';
import { integerParam, type Operator, unless } from '../operator.js';
import { beforeCompress, naturalColumns } from './preconditions.js';

export const colTile: Operator = {
  name: 'COL_TILE',
  stage: 'converting',
  source: 'cache blocking (Im and Yelick, 2001); Tile-Composite (Yang, Parthasarathy and Sadayappan, 2011)',
  summary:
    'Divides columns into tiles and stacks the rows of the tiles, so that neighbouring entries read a small part of x.',
  example: 'width 2: row 0 with columns 0 3 and row 1 with column 1 → rows 0 1 of tile 0, then row 0 of tile 1',
  params: {
    width: integerParam('columns a tile', {
      min: 1,
      max: 1 << 24,
      default: 49152,
      coarse: [16384, 49152],
      fine: [4096, 8192, 32768, 57344],
    }),
  },
  properties: { reordersRows: true },
  legal: (metadata, params) =>
    beforeCompress(metadata) ??
    naturalColumns(metadata) ??
    unless([(params.width as number) < metadata.cols, `all ${metadata.cols} columns fit into one tile`]),
  apply: (metadata, params) => stackTiles(metadata, params.width as number),
};

function stackTiles(metadata: MetadataSet, width: number): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  const rows = rowCount(metadata);
  const tileCount = Math.ceil(metadata.cols / width);
  const tiles = countPieces(metadata, width, tileCount);
  const pieces = tiles[tileCount];
  const originRows = new Int32Array(pieces);
  const lengths = new Int32Array(pieces);
  const firsts = new Int32Array(pieces);
  const next = tiles.slice();
  for (let p = 0; p < rows; p++) {
    for (let i = indptr[p]; i < indptr[p + 1]; ) {
      const tile = Math.floor(colIndices[i] / width);
      const end = (tile + 1) * width;
      const piece = next[tile]++;
      originRows[piece] = metadata.originRows[p];
      firsts[piece] = i;
      while (i < indptr[p + 1] && colIndices[i] < end) i++;
      lengths[piece] = i - firsts[piece];
    }
  }
  const newIndptr = new Int32Array(pieces + 1);
  const cols = new Int32Array(entryCount(metadata));
  const newSlots = new Int32Array(entryCount(metadata));
  for (let piece = 0, to = 0; piece < pieces; piece++) {
    for (let i = firsts[piece]; i < firsts[piece] + lengths[piece]; i++, to++) {
      cols[to] = colIndices[i];
      newSlots[to] = slots[i];
    }
    newIndptr[piece + 1] = to;
  }
  return withKeys(metadata, { nonZeros: { indptr: newIndptr, colIndices: cols, slots: newSlots }, originRows, tiles });
}

/** Where the row pieces of each tile begin; the last element is their number. Columns of a row ascend. */
function countPieces(metadata: MetadataSet, width: number, tileCount: number): Int32Array {
  const { indptr, colIndices } = metadata.nonZeros;
  const tiles = new Int32Array(tileCount + 1);
  for (let p = 0; p < rowCount(metadata); p++) {
    for (let i = indptr[p], last = -1; i < indptr[p + 1]; i++) {
      const tile = Math.floor(colIndices[i] / width);
      if (tile !== last) tiles[tile + 1]++;
      last = tile;
    }
  }
  for (let t = 0; t < tileCount; t++) tiles[t + 1] += tiles[t];
  return tiles;
}

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
  const { tiles, entries } = countPieces(metadata, width, tileCount);
  const pieces = tiles[tileCount];
  const originRows = new Int32Array(pieces);
  const newIndptr = new Int32Array(pieces + 1);
  const cols = new Int32Array(entryCount(metadata));
  const newSlots = new Int32Array(entryCount(metadata));
  // Rows are read once, in order, and each tile is written in order: gathering tile after tile would miss the caches.
  const nextPiece = tiles.slice();
  const nextEntry = entries.slice();
  for (let p = 0; p < rows; p++) {
    for (let i = indptr[p]; i < indptr[p + 1]; ) {
      const tile = Math.trunc(colIndices[i] / width);
      const end = (tile + 1) * width;
      const piece = nextPiece[tile]++;
      let to = nextEntry[tile];
      originRows[piece] = metadata.originRows[p];
      newIndptr[piece] = to;
      for (; i < indptr[p + 1] && colIndices[i] < end; i++, to++) {
        cols[to] = colIndices[i];
        newSlots[to] = slots[i];
      }
      nextEntry[tile] = to;
    }
  }
  newIndptr[pieces] = cols.length;
  return withKeys(metadata, { nonZeros: { indptr: newIndptr, colIndices: cols, slots: newSlots }, originRows, tiles });
}

/** Where the row pieces and the entries of each tile begin; the last elements are their numbers. Columns of a row ascend. */
function countPieces(metadata: MetadataSet, width: number, tileCount: number) {
  const { indptr, colIndices } = metadata.nonZeros;
  const tiles = new Int32Array(tileCount + 1);
  const entries = new Int32Array(tileCount + 1);
  for (let p = 0; p < rowCount(metadata); p++) {
    for (let i = indptr[p]; i < indptr[p + 1]; ) {
      const tile = Math.trunc(colIndices[i] / width);
      const end = (tile + 1) * width;
      const first = i;
      while (i < indptr[p + 1] && colIndices[i] < end) i++;
      tiles[tile + 1]++;
      entries[tile + 1] += i - first;
    }
  }
  for (let t = 0; t < tileCount; t++) {
    tiles[t + 1] += tiles[t];
    entries[t + 1] += entries[t];
  }
  return { tiles, entries };
}

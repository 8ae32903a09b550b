import { entryCount, type MetadataSet, withKeys } from './metadataSet.js';
import { tally } from './tally.js';

/** The column of x that each entry of a leaf reads. */
export function columnsOfX(metadata: MetadataSet): Int32Array {
  const { colIndices } = metadata.nonZeros;
  const { originCols } = metadata;
  return originCols ? lookedUp(originCols, colIndices) : colIndices;
}

/** The leaf with its columns renumbered 0, 1, 2 ... in the order of `originCols`, which holds each column that it reads. */
export function renumberColumns(metadata: MetadataSet, originCols: Int32Array): MetadataSet {
  const position = positionIn(originCols, metadata);
  const colIndices = metadata.nonZeros.colIndices.map(position);
  return withKeys(metadata, { nonZeros: { ...metadata.nonZeros, colIndices }, originCols });
}

/** Tells where a column stands among some, -1 for others. */
export function positionIn(columns: Int32Array, metadata: MetadataSet): (column: number) => number {
  if (isWide(metadata)) {
    const positions = new Map(Array.from(columns, (column, c) => [column, c]));
    return (column) => positions.get(column) ?? -1;
  }
  const positions = new Int32Array(metadata.cols).fill(-1);
  for (let c = 0; c < columns.length; c++) positions[columns[c]] = c;
  return (column) => positions[column];
}

/** A small sample of a wide matrix: to clear and walk tables of all its columns would take longest. */
function isWide(metadata: MetadataSet): boolean {
  return entryCount(metadata) * 32 < metadata.cols;
}

/** How many entries each column of x has. */
export function columnLengths(metadata: MetadataSet): Int32Array {
  const { colIndices } = metadata.nonZeros;
  const lengths = new Int32Array(metadata.cols);
  const entries = entryCount(metadata);
  for (let i = 0; i < entries; i++) lengths[colIndices[i]]++;
  return lengths;
}

/** Columns that have entries, ascending, and how many each has. */
export interface FilledColumns {
  readonly columns: Int32Array;
  readonly lengths: Int32Array;
}

export function filledColumns(metadata: MetadataSet): FilledColumns {
  const { keys, counts } = tally(metadata.nonZeros.colIndices, metadata.cols);
  return { columns: keys, lengths: counts };
}

function lookedUp(table: Int32Array, indices: Int32Array): Int32Array {
  const found = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) found[i] = table[indices[i]];
  return found;
}

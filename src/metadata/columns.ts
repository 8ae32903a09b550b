import { entryCount, type MetadataSet, withKeys } from './metadataSet.js';

/** The column of x that each entry of a leaf reads. */
export function columnsOfX(metadata: MetadataSet): Int32Array {
  const { colIndices } = metadata.nonZeros;
  const { originCols } = metadata;
  return originCols ? lookedUp(originCols, colIndices) : colIndices;
}

/** The leaf with its columns renumbered 0, 1, 2 ... in the order of `originCols`, which holds each column that it reads. */
export function renumberColumns(metadata: MetadataSet, originCols: Int32Array): MetadataSet {
  const positions = new Int32Array(metadata.cols);
  for (let c = 0; c < originCols.length; c++) positions[originCols[c]] = c;
  const colIndices = lookedUp(positions, metadata.nonZeros.colIndices);
  return withKeys(metadata, { nonZeros: { ...metadata.nonZeros, colIndices }, originCols });
}

/** How many entries each column of x has. */
export function columnLengths(metadata: MetadataSet): Int32Array {
  const { colIndices } = metadata.nonZeros;
  const lengths = new Int32Array(metadata.cols);
  const entries = entryCount(metadata);
  for (let i = 0; i < entries; i++) lengths[colIndices[i]]++;
  return lengths;
}

function lookedUp(table: Int32Array, indices: Int32Array): Int32Array {
  const found = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) found[i] = table[indices[i]];
  return found;
}

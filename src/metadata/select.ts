import { type MetadataSet, rowCount, withKeys } from './metadataSet.js';

/** The leaf with the rows at the given positions only, in the given order. */
export function selectRows(metadata: MetadataSet, positions: Int32Array): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  const newIndptr = new Int32Array(positions.length + 1);
  for (let i = 0; i < positions.length; i++) {
    const p = positions[i];
    newIndptr[i + 1] = newIndptr[i] + indptr[p + 1] - indptr[p];
  }
  const total = newIndptr[positions.length];
  const cols = new Int32Array(total);
  const newSlots = new Int32Array(total);
  const originRows = new Int32Array(positions.length);
  for (let i = 0; i < positions.length; i++) {
    const p = positions[i];
    let to = newIndptr[i];
    // A loop beats `set(subarray)` for the short rows that most matrices have.
    for (let from = indptr[p]; from < indptr[p + 1]; from++, to++) {
      cols[to] = colIndices[from];
      newSlots[to] = slots[from];
    }
    originRows[i] = metadata.originRows[p];
  }
  return withKeys(metadata, {
    nnz: realEntries(newSlots),
    nonZeros: { indptr: newIndptr, colIndices: cols, slots: newSlots },
    originRows,
  });
}

/** The leaf with its rows in the order of `rows`, which names each row of y once. Each stands at one position at most. */
export function arrangeRows(metadata: MetadataSet, rows: Int32Array): MetadataSet {
  const positionOf = new Int32Array(metadata.rows).fill(-1);
  for (let p = 0; p < rowCount(metadata); p++) positionOf[metadata.originRows[p]] = p;
  return selectRows(
    metadata,
    rows.map((row) => positionOf[row]).filter((position) => position >= 0),
  );
}

/** The leaf with those entries only whose branch is the given one. All rows stay, some of them now empty. */
export function selectEntries(metadata: MetadataSet, branches: Uint8Array, branch = 1): MetadataSet {
  return select(metadata, branches, branch, false);
}

/** The same without the rows that hold no entry: one pass, where dropping them afterwards would copy all twice. */
export function selectFilledRows(metadata: MetadataSet, branches: Uint8Array, branch: number): MetadataSet {
  return select(metadata, branches, branch, true);
}

function select(metadata: MetadataSet, branches: Uint8Array, branch: number, drop: boolean): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  let total = 0;
  for (let i = 0; i < branches.length; i++) total += Number(branches[i] === branch);
  const newIndptr = new Int32Array(indptr.length);
  const originRows = new Int32Array(indptr.length - 1);
  const cols = new Int32Array(total);
  const newSlots = new Int32Array(total);
  let to = 0;
  let row = 0;
  for (let p = 0; p + 1 < indptr.length; p++) {
    for (let i = indptr[p]; i < indptr[p + 1]; i++) {
      if (branches[i] !== branch) continue;
      cols[to] = colIndices[i];
      newSlots[to++] = slots[i];
    }
    if (drop && to === newIndptr[row]) continue;
    originRows[row++] = metadata.originRows[p];
    newIndptr[row] = to;
  }
  return withKeys(metadata, {
    nnz: realEntries(newSlots),
    nonZeros: { indptr: newIndptr.slice(0, row + 1), colIndices: cols, slots: newSlots },
    originRows: originRows.slice(0, row),
  });
}

/** Positions of the rows for which `keep` holds, in order. */
export function positionsWhere(metadata: MetadataSet, keep: (position: number, length: number) => boolean): Int32Array {
  const { indptr } = metadata.nonZeros;
  const rows = rowCount(metadata);
  const positions = new Int32Array(rows);
  let count = 0;
  for (let p = 0; p < rows; p++) if (keep(p, indptr[p + 1] - indptr[p])) positions[count++] = p;
  return positions.slice(0, count);
}

/** The leaf without rows that hold no entry. */
export function dropEmptyRows(metadata: MetadataSet): MetadataSet {
  const positions = positionsWhere(metadata, (_, length) => length > 0);
  return positions.length === rowCount(metadata) ? metadata : selectRows(metadata, positions);
}

/**
 * Row positions begin .. end ordered by decreasing key, ties in their present order (counting sort).
 * Keys are small integers such as row lengths.
 */
export function orderByKeyDescending(keys: Int32Array, begin: number, end: number, into: Int32Array): void {
  let max = 0;
  for (let p = begin; p < end; p++) if (keys[p] > max) max = keys[p];
  if (max > 4 * (end - begin) + 1024) {
    // Few rows with huge keys: a table by key would be larger than the work.
    const sorted = Array.from({ length: end - begin }, (_, i) => begin + i).sort((a, b) => keys[b] - keys[a]);
    into.set(sorted, begin);
    return;
  }
  const starts = new Int32Array(max + 2);
  for (let p = begin; p < end; p++) starts[max - keys[p] + 1]++;
  for (let k = 0; k <= max; k++) starts[k + 1] += starts[k];
  for (let p = begin; p < end; p++) into[begin + starts[max - keys[p]]++] = p;
}

function realEntries(slots: Int32Array): number {
  let count = 0;
  for (let i = 0; i < slots.length; i++) if (slots[i] >= 0) count++;
  return count;
}

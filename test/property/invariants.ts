import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { mirrorSlots } from '../../src/matrix/symmetry.js';
import { presentLevels } from '../../src/metadata/levels.js';
import { entryCount, type Level, type MetadataSet, rowCount } from '../../src/metadata/metadataSet.js';

/**
 * What holds of the leaves of every legal graph. Returns the first thing that does not, or undefined.
 * Each entry of the matrix, or its mirror image, is in exactly one place; blocks cover their parents in order; counts agree.
 */
export function brokenInvariant(leaves: readonly MetadataSet[], matrix: CsrMatrix): string | undefined {
  const seen = new Uint8Array(matrix.nnz);
  for (const [l, leaf] of leaves.entries()) {
    const { indptr, colIndices, slots } = leaf.nonZeros;
    let real = 0;
    const columns = leaf.originCols?.length ?? leaf.cols;
    for (let i = 0; i < slots.length; i++) {
      if (colIndices[i] < 0 || colIndices[i] >= columns) return `leaf ${l}: entry ${i} has column ${colIndices[i]}`;
      if (slots[i] < 0) continue;
      real++;
      if (seen[slots[i]]++) return `leaf ${l}: slot ${slots[i]} is in two places`;
      const mirror = leaf.mirrors ? (mirrorSlots(matrix)?.[slots[i]] ?? -1) : slots[i];
      if (mirror !== slots[i] && seen[mirror]++)
        return `leaf ${l}: slot ${mirror} is in two places, one of them mirrored`;
    }
    if (real !== leaf.nnz) return `leaf ${l}: nnz is ${leaf.nnz}, but ${real} entries are not padding`;
    if (indptr.length !== rowCount(leaf) + 1 || indptr.at(-1) !== entryCount(leaf)) return `leaf ${l}: row offsets`;
    const wrong = brokenLevels(leaf);
    if (wrong) return `leaf ${l}: ${wrong}`;
  }
  const lost = seen.indexOf(0);
  return lost < 0 ? undefined : `slot ${lost} is nowhere`;
}

function brokenLevels(leaf: MetadataSet): string | undefined {
  let parents = 1;
  let parentOffsets: Int32Array = Int32Array.of(0, entryCount(leaf));
  for (const name of presentLevels(leaf)) {
    const level = leaf.levels[name] as Level;
    if (level.parentOffsets.length !== parents + 1) return `${name}: ${level.parentOffsets.length - 1} parents`;
    if (level.parentOffsets.at(-1) !== level.count) return `${name}: the last parent ends before the last block`;
    if (level.nzOffsets[0] !== 0 || level.nzOffsets.at(-1) !== entryCount(leaf)) return `${name}: entries left out`;
    for (let b = 0; b < level.count; b++) {
      if (level.nzOffsets[b + 1] < level.nzOffsets[b]) return `${name} ${b}: offsets decrease`;
      if (level.rowEnds[b] <= level.rowBegins[b]) return `${name} ${b}: touches no row`;
      if (b > 0 && level.rowBegins[b] < level.rowEnds[b - 1] - 1) return `${name} ${b}: rows go back`;
      if (level.nzOffsets[b] < leaf.nonZeros.indptr[level.rowBegins[b]]) return `${name} ${b}: begins before its rows`;
      if (level.nzOffsets[b + 1] > leaf.nonZeros.indptr[level.rowEnds[b]]) return `${name} ${b}: ends after its rows`;
    }
    for (let p = 0; p <= parents; p++) {
      const first = level.parentOffsets[p];
      if (level.nzOffsets[first] !== parentOffsets[p]) return `${name}: parent ${p} does not begin with block ${first}`;
    }
    parents = level.count;
    parentOffsets = level.nzOffsets;
  }
  return undefined;
}

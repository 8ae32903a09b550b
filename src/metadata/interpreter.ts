import { columnsOfX } from './columns.js';
import { rowIndices } from './levels.js';
import type { Level, MetadataSet } from './metadataSet.js';

/** Sums on their way to y, in order, with the block of the present level that holds each. */
interface Partials {
  readonly rows: number[];
  readonly values: number[];
  /** Partials of block b are offsets[b] .. offsets[b + 1]. */
  readonly offsets: number[];
}

/**
 * y = A x from metadata alone, with no code generation: oracle 2. It does what the reductions say, so metadata
 * that claims more than it holds (one row a thread, one owner a row) gives a wrong y.
 */
export function interpret(leaves: readonly MetadataSet[], data: ArrayLike<number>, x: ArrayLike<number>): Float64Array {
  const rows = leaves[0]?.rows ?? 0;
  const y = new Float64Array(rows);
  for (const leaf of leaves) {
    let partials = threadPartials(leaf, data, x, y);
    if (leaf.reduction.warp) partials = warpPartials(leaf, partials);
    if (leaf.reduction.block) partials = blockPartials(leaf, partials);
    for (let i = 0; i < partials.rows.length; i++) {
      const row = leaf.originRows[partials.rows[i]];
      if (leaf.reduction.global === 'atomic') y[row] += partials.values[i];
      else y[row] = partials.values[i];
    }
  }
  return y;
}

/** The sums of all threads. Mirror images have no thread and go straight to `y`. */
function threadPartials(leaf: MetadataSet, data: ArrayLike<number>, x: ArrayLike<number>, y: Float64Array): Partials {
  const { slots } = leaf.nonZeros;
  const columns = columnsOfX(leaf);
  const level = leaf.levels.bmt as Level;
  const rowOf = leaf.reduction.thread === 'total' ? undefined : rowIndices(leaf);
  const partials: Partials = { rows: [], values: [], offsets: [0] };
  for (let b = 0; b < level.count; b++) {
    let sum = 0;
    let row = level.rowBegins[b];
    for (let i = level.nzOffsets[b]; i < level.nzOffsets[b + 1]; i++) {
      if (rowOf && rowOf[i] !== row) {
        if (i > level.nzOffsets[b]) push(partials, row, sum);
        row = rowOf[i];
        sum = 0;
      }
      if (slots[i] < 0) continue;
      sum += data[slots[i]] * x[columns[i]];
      const origin = leaf.originRows[row];
      if (leaf.mirrors && columns[i] !== origin) y[columns[i]] += data[slots[i]] * x[origin];
    }
    push(partials, row, sum);
    partials.offsets.push(partials.rows.length);
  }
  return partials;
}

function warpPartials(leaf: MetadataSet, from: Partials): Partials {
  const { parentOffsets } = leaf.levels.bmt as Level;
  const warps = leaf.levels.bmw as Level;
  const to: Partials = { rows: [], values: [], offsets: [0] };
  for (let w = 0; w < warps.count; w++) {
    const begin = from.offsets[parentOffsets[w]];
    const end = from.offsets[parentOffsets[w + 1]];
    if (leaf.reduction.warp === 'total') {
      let sum = 0;
      for (let i = begin; i < end; i++) sum += from.values[i];
      push(to, warps.rowBegins[w], sum);
    } else {
      for (let i = begin; i < end; i++) {
        if (i > begin && from.rows[i] === from.rows[i - 1]) to.values[to.values.length - 1] += from.values[i];
        else push(to, from.rows[i], from.values[i]);
      }
    }
    to.offsets.push(to.rows.length);
  }
  return to;
}

function blockPartials(leaf: MetadataSet, from: Partials): Partials {
  const children = (leaf.reduction.warp ? leaf.levels.bmw : leaf.levels.bmt) as Level;
  const blocks = leaf.levels.bmtb as Level;
  const throughWarps = !leaf.reduction.warp && leaf.levels.bmw;
  const to: Partials = { rows: [], values: [], offsets: [0] };
  for (let b = 0; b < blocks.count; b++) {
    let first = children.parentOffsets[b];
    let last = children.parentOffsets[b + 1];
    if (throughWarps) {
      first = children.parentOffsets[throughWarps.parentOffsets[b]];
      last = children.parentOffsets[throughWarps.parentOffsets[b + 1]];
    }
    const sums = new Map<number, number>();
    for (let p = blocks.rowBegins[b]; p < blocks.rowEnds[b]; p++) sums.set(p, 0);
    for (let i = from.offsets[first]; i < from.offsets[last]; i++) {
      const row = leaf.reduction.block === 'total' ? blocks.rowBegins[b] : from.rows[i];
      sums.set(row, (sums.get(row) ?? 0) + from.values[i]);
    }
    for (const [row, sum] of sums) push(to, row, sum);
    to.offsets.push(to.rows.length);
  }
  return to;
}

function push(partials: Partials, row: number, value: number): void {
  partials.rows.push(row);
  partials.values.push(value);
}

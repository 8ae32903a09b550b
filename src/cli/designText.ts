import type { KernelSource } from '../codegen/kernelSource.js';
import { digits, formatBytes, formatCount } from '../report/format.js';
import type { LeafFacts } from '../report/leafFacts.js';
import { table } from './table.js';

/** One leaf's metadata as lines. */
export function leafLines(leaf: LeafFacts, title: string): string[] {
  const padding = leaf.stored - leaf.nnz;
  const share = leaf.stored > 0 ? ` (${digits((100 * padding) / leaf.stored)} %)` : '';
  const reductions = Object.entries(leaf.reduction).map(([level, kind]) => `${level} ${kind}`);
  const lanes = leaf.lanes > 1 ? `, ${leaf.lanes} lanes a warp` : '';
  const levels = leaf.levels.map(({ level, count, smallest, mean, largest, mostRows }) => [
    `  ${level}`,
    formatCount(count),
    `${formatCount(smallest)} .. ${formatCount(largest)}`,
    digits(mean),
    formatCount(mostRows),
  ]);
  return [
    `${title}: ${count(leaf.rows, 'row')}, ${formatCount(leaf.nnz)} non-zeros, ${formatCount(padding)} padding${share}`,
    ...table([['  level', 'blocks', 'entries', 'mean', 'rows at most'], ...levels]),
    `  layout: ${leaf.layout}`,
    `  sums: ${reductions.join(', then ')}`,
    `  launch: ${count(leaf.blocks, 'block')}${lanes}`,
  ];
}

/** The extracted format: every index array with what became of it. */
export function arrayLines({ arrays, slots }: KernelSource): string[] {
  const rows = arrays.map(({ name, length, form, bytes, plainBytes }) => [
    name,
    formatCount(length),
    form,
    formatBytes(bytes),
    formatBytes(plainBytes),
  ]);
  const sum = (of: 'bytes' | 'plainBytes') => formatBytes(arrays.reduce((total, array) => total + array[of], 0));
  return table([
    ['array', 'length', 'form', 'bytes', 'as u32'],
    ...rows,
    ['all indices', '', '', sum('bytes'), sum('plainBytes')],
    ['values', formatCount(slots.length), '', '', ''],
  ]);
}

/** How the kernel is launched. */
export function launchLine({ blocks, threads, sharedBytes, clearsY, bytes }: KernelSource): string {
  const shared = sharedBytes > 0 ? `, ${formatBytes(sharedBytes)} of shared memory` : '';
  const clears = clearsY ? ', y cleared before' : '';
  return `${count(blocks, 'block')} of ${threads} threads${shared}${clears}, ${formatBytes(bytes)} to move`;
}

function count(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}

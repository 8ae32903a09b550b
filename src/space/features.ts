import { columnForm } from '../codegen/columns.js';
import { indexBytes } from '../codegen/dialect.js';
import { leafBlocks } from '../codegen/leafView.js';
import { storageOf } from '../codegen/storage.js';
import type { Graph } from '../graph/graph.js';
import { completeParams } from '../graph/identity.js';
import { sectorElements } from '../matrix/columnFeatures.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import type { MatrixFeatures } from '../matrix/features.js';
import { sizeRange } from '../metadata/levels.js';
import { entryCount, type Level, type MetadataSet } from '../metadata/metadataSet.js';
import { oncePer } from '../oncePer.js';
import { operatorNamed, operators } from '../operators/index.js';
import { executionOf, noExecution } from './execution.js';
import { nodesOf } from './paths.js';

/** Numbers that describe graphs on one matrix; the same names, in the same order, for every graph. */
export type FeatureMaker = (graph: Graph, leaves: readonly MetadataSet[] | undefined) => Record<string, number>;

/** @param sample the stand-in on which leaves were made; estimates are scaled up from it */
export function createFeatureMaker(matrix: MatrixFeatures, sample: CsrMatrix): FeatureMaker {
  const ofMatrix = prefixed(matrix);
  const scale = sample.nnz > 0 ? matrix.nnz / sample.nnz : 1;
  const rowScale = matrix.rows / Math.max(sample.rows, 1);
  // Copied and filled in for each graph: building so wide an object anew takes several times longer.
  const blank: Readonly<Record<string, number>> = { ...ofMatrix, ...noStructure(), ...noEstimates, ...noExecution };
  return (graph, leaves) => {
    const features = { ...blank };
    addStructure(features, graph);
    return leaves ? Object.assign(features, estimates(leaves, matrix, scale, rowScale), executionOf(leaves)) : features;
  };
}

function prefixed(features: MatrixFeatures): Record<string, number> {
  const named = Object.fromEntries(Object.entries(features).map(([name, value]) => [`matrix.${name}`, value]));
  return { ...named, 'matrix.rowCv': Math.sqrt(features.varianceRow) / Math.max(features.meanRow, 1e-9) };
}

/** The features of `addStructure` for no graph at all. */
function noStructure(): Record<string, number> {
  const features: Record<string, number> = {
    nodes: 0,
    family: 0,
    branches: 0,
    reorders: 0,
    localizes: 0,
    pads: 0,
    splitsRows: 0,
    atomics: 0,
  };
  for (const operator of operators) {
    features[`op.${operator.name}`] = 0;
    for (const name of Object.keys(operator.params)) features[`${operator.name}.${name}`] = -1;
  }
  return features;
}

/** Counts of operators and of what they do, and the mean of each numeric parameter over the nodes that have it (-1: none). */
function addStructure(features: Record<string, number>, graph: Graph): void {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { node } of nodesOf(graph)) {
    const operator = operatorNamed(node.op);
    if (!operator) continue;
    features.nodes++;
    features.branches += node.branches?.length ?? 0;
    features[`op.${operator.name}`]++;
    const { reordersRows = false, seeksLocality = false } = operator.properties;
    features.reorders += Number(reordersRows && !seeksLocality);
    features.localizes += Number(seeksLocality);
    features.pads += Number(operator.properties.pads ?? false);
    const { maps } = operator.properties;
    features.splitsRows += Number(maps?.axis === 'col');
    if (maps?.level === 'bmt') features.family |= familyOf[maps.axis];
    features.atomics += Number(operator.properties.needsAtomics ?? false);
    for (const [name, value] of Object.entries(completeParams(node))) {
      const key = `${operator.name}.${name}`;
      const entry = sums.get(key) ?? { sum: 0, count: 0 };
      sums.set(key, { sum: entry.sum + numeric(operator.params[name].fine, value), count: entry.count + 1 });
    }
  }
  for (const [key, { sum, count }] of sums) features[key] = sum / count;
}

/** What threads take: whole rows, pieces of rows, or entries by number. Branches may differ, so these are bits. */
const familyOf = { row: 1, col: 2, nnz: 4 };

/** Numbers by their logarithm, everything else by its place in the grid. */
function numeric(grid: readonly unknown[], value: unknown): number {
  if (typeof value === 'number') return Math.log2(1 + Math.abs(value));
  if (Array.isArray(value)) return Math.log2(1 + (value[0] ?? 0)) + 32 * (value.length - 1);
  return grid.indexOf(value);
}

const noEstimates = {
  'estimate.padding': -1,
  'estimate.bytes': -1,
  'estimate.gathers': -1,
  'estimate.blocks': -1,
  'estimate.launches': -1,
  'estimate.imbalance': -1,
};

/** What the sample tells of the kernel before it is built. */
function estimates(
  leaves: readonly MetadataSet[],
  matrix: MatrixFeatures,
  scale: number,
  rowScale: number,
): Record<string, number> {
  let stored = 0;
  let bytes = 0;
  let gathers = 0;
  let blocks = 0;
  let longest = 0;
  let threads = 0;
  let atomic = false;
  for (const leaf of leaves) {
    const level = leaf.levels.bmt as Level;
    const entries = entryCount(leaf);
    stored += entries * scale;
    bytes += entries * scale * (4 + columnBytes(leaf)) + Math.min(level.count * scale, matrix.rows) * 4;
    if (leaf.reduction.thread === 'scatter') bytes += entries * scale * 2;
    if (!leaf.stagesX) gathers += leaf.nnz * scale * sectorsPerEntry(leaf, matrix);
    // An atomic addition reads and writes its element of y.
    if (leaf.mirrors) bytes += entries * scale * 8;
    // Blocks cut along rows grow with rows, others with entries; the ratio of the two is close enough for a guess.
    // Counted in blocks of 256 threads, as what a device runs at once is.
    const size = (leaf.resources?.threads ?? 256) / 256;
    blocks += Math.ceil(leafBlocks(leaf).blocks * Math.min(scale, rowScale * 4) * size);
    longest = Math.max(longest, sizeRange(level).most);
    threads += level.count;
    atomic ||= leaf.reduction.global === 'atomic';
  }
  return {
    'estimate.padding': stored / Math.max(matrix.nnz, 1),
    'estimate.bytes': bytes + 4 * (matrix.cols + matrix.rows * (atomic ? 2 : 1)),
    'estimate.gathers': gathers,
    'estimate.blocks': blocks,
    'estimate.launches': atomic ? 2 : 1,
    'estimate.imbalance': longest / Math.max(stored / scale / Math.max(threads, 1), 1),
  };
}

/** A block that holds all of the sample holds more of the matrix; about so many entries are what shared memory allows. */
const largeBlock = 1 << 16;

/** Sectors of x that an entry costs: entries by column share them with all of their block that fall into the same. */
function sectorsPerEntry(leaf: MetadataSet, matrix: MatrixFeatures): number {
  if (!leaf.columnOrder) return matrix.sectorsPerEntry;
  const blocks = leaf.levels.bmtb?.count ?? 1;
  const perSector = (blocks > 1 ? entryCount(leaf) / blocks : largeBlock) / Math.max(matrix.cols / sectorElements, 1);
  return Math.min(matrix.sectorsPerEntry, (1 - Math.exp(-perSector)) / perSector);
}

/** Bytes of a column index in the form that the sample's columns take; 0 where a model gives them. */
const columnBytes = oncePer((leaf: MetadataSet): number => {
  const { stored } = columnForm(leaf, storageOf(leaf));
  return stored ? indexBytes[stored.type] : 0;
});

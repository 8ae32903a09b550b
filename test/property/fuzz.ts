import type { Device } from '../../src/device/device.js';
import { compileWgsl } from '../../src/device/nullBackend.js';
import type { Graph } from '../../src/graph/graph.js';
import { canonicalJson } from '../../src/graph/identity.js';
import { parseGraph } from '../../src/graph/parse.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { createRandom } from '../../src/random.js';
import type { SearchSpace } from '../../src/search/space.js';
import { createSearchSpace } from '../../src/space/index.js';
import { nodesOf } from '../../src/space/paths.js';
import { roomy } from '../support/operators.js';
import { caseSpecs, matrixOfSpec } from './cases.js';
import { checkPair, randomX, runPair, sourceFor, storages } from './pair.js';

/** Enough to repeat a failure: `npm run fuzz -- --matrix SPEC --graph JSON`. */
export interface Failure {
  readonly matrix: string;
  readonly graph: string;
  readonly problem: string;
}

export interface FuzzCounts {
  /** Legal (matrix, graph) pairs whose metadata and interpreter were checked, and whose WGSL was compiled. */
  pairs: number;
  /** Pairs whose kernel also ran on the device. */
  executed: number;
  /** CUDA sources handed to `onCuda`. */
  compiled: number;
  /** Graphs that differ in more than parameters. */
  readonly structures: Set<string>;
  readonly operators: Set<string>;
  readonly failures: Failure[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly device?: Device;
  /** Every how many pairs one is executed. */
  readonly executeEvery?: number;
  /** Every how many pairs the CUDA source goes to `onCuda`, which says what is wrong with it. */
  readonly cudaEvery?: number;
  readonly onCuda?: (source: string) => string | undefined;
  /** Asked after each pair. */
  readonly enough: (counts: FuzzCounts) => boolean;
}

const mostFailures = 10;
/** Mutations from one seed before another begins. */
const mostSteps = 6;

interface Subject {
  readonly spec: string;
  readonly matrix: CsrMatrix;
  readonly space: SearchSpace;
}

/** Walks from seeds by random mutations, on fixed and random matrices, and checks each graph that it meets. */
export async function fuzz(options: FuzzOptions): Promise<FuzzCounts> {
  const random = createRandom(options.seed);
  const counts: FuzzCounts = {
    pairs: 0,
    executed: 0,
    compiled: 0,
    structures: new Set(),
    operators: new Set(),
    failures: [],
  };
  const fixed = caseSpecs.map(subjectOf);
  const done = () => options.enough(counts) || counts.failures.length >= mostFailures;
  while (!done()) {
    const drawn = random.int(4) === 0 ? subjectOf(`random:${random.uint32()}`) : fixed[random.int(fixed.length)];
    const seeds = drawn.space.seeds();
    let { graph } = seeds[random.int(seeds.length)];
    for (let step = random.int(mostSteps) + 1; step > 0 && !done(); step--) {
      await checkOne(drawn, graph, random.uint32(), options, counts);
      graph = drawn.space.mutate(graph, random)?.graph ?? graph;
    }
  }
  return counts;
}

function subjectOf(spec: string): Subject {
  const matrix = matrixOfSpec(spec);
  return { spec, matrix, space: createSearchSpace(matrix, { ...roomy, language: 'wgsl' }) };
}

async function checkOne(
  { spec, matrix, space }: Subject,
  graph: Graph,
  xSeed: number,
  { device, executeEvery = 12, cudaEvery = 0, onCuda }: FuzzOptions,
  counts: FuzzCounts,
): Promise<void> {
  const random = createRandom(xSeed);
  const fail = (problem: string) => counts.failures.push({ matrix: spec, graph: canonicalJson(graph), problem });
  const leaves = checkPair(matrix, graph, randomX(matrix.cols, random, xSeed % 3 === 0));
  if (leaves === undefined) return;
  counts.pairs++;
  counts.structures.add(space.structureKey(graph));
  for (const { node } of nodesOf(graph)) counts.operators.add(node.op);
  if (typeof leaves === 'string') return void fail(leaves);
  const storage = storages[random.int(storages.length)];
  const wgsl = sourceFor('wgsl', matrix, graph, leaves, storage);
  // A form of an array may be rare: a compiler without a driver is fast enough for every pair, execution is not.
  const errors = wgsl ? await compileWgsl(wgsl) : [];
  if (errors.length > 0) fail(`WGSL: ${errors[0]}`);
  if (device && counts.pairs % executeEvery === 0) {
    const outcome = await runPair(
      device,
      matrix,
      graph,
      leaves,
      randomX(matrix.cols, random, xSeed % 3 === 0),
      storage,
    );
    if (outcome !== undefined) counts.executed++;
    if (outcome !== undefined && outcome !== 'ok') fail(outcome);
  }
  if (onCuda && cudaEvery > 0 && counts.pairs % cudaEvery === 0) {
    const source = sourceFor('cuda', matrix, graph, leaves, storage);
    const problem = source && onCuda(source);
    if (source) counts.compiled++;
    if (problem) fail(`nvcc: ${problem}`);
  }
}

/** One pair again, on the device as well. What is wrong with it, or undefined. */
export async function repeat(spec: string, graphJson: string, device: Device): Promise<string | undefined> {
  const matrix = matrixOfSpec(spec);
  const graph = parseGraph(graphJson);
  for (const holes of [false, true]) {
    const x = randomX(matrix.cols, createRandom(1), holes);
    const leaves = checkPair(matrix, graph, x);
    if (leaves === undefined) return 'the graph is not legal for the matrix';
    if (typeof leaves === 'string') return leaves;
    for (const storage of storages) {
      const outcome = await runPair(device, matrix, graph, leaves, x, storage);
      if (outcome !== undefined && outcome !== 'ok') return outcome;
    }
  }
  return undefined;
}

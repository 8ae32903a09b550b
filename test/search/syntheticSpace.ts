import { setImmediate } from 'node:timers/promises';
import type { DeviceInfo } from '../../src/device/device.js';
import { takeTurns } from '../../src/device/turns.js';
import type { Graph, ParamValue } from '../../src/graph/graph.js';
import { createRandom } from '../../src/random.js';
import type { Effort, Evaluation, Evaluator } from '../../src/search/evaluator.js';
import type { SearchSpace } from '../../src/search/space.js';

/** A device that is not there. */
export const device: DeviceInfo = {
  name: 'made up',
  backend: 'webgpu',
  driver: '1',
  software: true,
  dtypes: ['f32'],
  target: {
    language: 'wgsl',
    subgroupSize: 32,
    maxThreads: 1024,
    maxSharedBytes: 32768,
    maxBindingBytes: 2 ** 30,
    parallelBlocks: 64,
  },
};

const ops = ['SPLIT', 'SORT', 'PACK', 'SHARE', 'WIDEN', 'HASH'];
/** Factor of each operator alone; some help only together. */
const effects = [0.9, 0.95, 1.15, 0.92, 1.1, 1.3];
const pairs: readonly [number, number, number][] = [
  [0, 2, 0.6],
  [1, 3, 0.85],
  [2, 4, 0.75],
];

const range = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

const axisSpecs = {
  threads: { coarse: [64, 256, 1024], fine: [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024] },
  width: { coarse: [1, 4, 16], fine: range(1, 16, 1) },
  unroll: { coarse: [1, 4], fine: range(1, 8, 1) },
} as const;
type AxisName = keyof typeof axisSpecs;
const axisNames = Object.keys(axisSpecs) as AxisName[];

export function makeGraph(mask: number, params: Partial<Record<AxisName, number>> = {}): Graph {
  const chain = ops.filter((_, bit) => mask & (1 << bit)).map((op) => ({ op, params: {} }));
  return [{ op: 'ROOT', params: { threads: 64, width: 1, unroll: 1, ...params } }, ...chain];
}

const maskOf = (graph: Graph) => graph.slice(1).reduce((mask, node) => mask | (1 << ops.indexOf(node.op)), 0);
const param = (graph: Graph, name: AxisName) => graph[0].params[name] as number;

/** True microseconds of a graph: smooth in the parameters, with an optimum that depends on the structure. */
export function trueTime(graph: Graph): number {
  const mask = maskOf(graph);
  let time = 100;
  for (const [bit, effect] of effects.entries()) if (mask & (1 << bit)) time *= effect;
  for (const [a, b, factor] of pairs) if (mask & (1 << a) && mask & (1 << b)) time *= factor;
  const away = (name: AxisName, best: number) => Math.log2(param(graph, name) / best) ** 2;
  return (
    time *
    (1 +
      0.06 * away('threads', mask & 4 ? 384 : 192) +
      0.05 * away('width', mask & 1 ? 6 : 3) +
      0.04 * away('unroll', mask & 16 ? 5 : 3))
  );
}

/** Every structure with every point of the fine grid. */
export function* everyGraph(): Generator<Graph> {
  for (let mask = 0; mask < 64; mask++) {
    for (const threads of axisSpecs.threads.fine)
      for (const width of axisSpecs.width.fine)
        for (const unroll of axisSpecs.unroll.fine) yield makeGraph(mask, { threads, width, unroll });
  }
}

export const syntheticSpace: SearchSpace = {
  seeds: () => [
    { name: 'baseline', graph: makeGraph(0) },
    ...[1, 2, 4, 8, 32].map((mask) => ({ name: `seed-${mask}`, graph: makeGraph(mask) })),
  ],
  mutate(graph, random) {
    const mask = maskOf(graph) ^ (1 << random.int(ops.length));
    return { graph: [graph[0], ...makeGraph(mask).slice(1)], action: 'flip' };
  },
  neighbours: (graph) => ops.map((_, bit) => [graph[0], ...makeGraph(maskOf(graph) ^ (1 << bit)).slice(1)]),
  axes: (graph) =>
    axisNames.map((name) => ({
      node: 'root',
      name,
      kind: name,
      ...axisSpecs[name],
      value: param(graph, name) as ParamValue,
    })),
  withAxes(graph, values) {
    const changed = axisNames.flatMap((name) =>
      values.has(`root.${name}`) ? [[name, values.get(`root.${name}`)!]] : [],
    );
    return [{ ...graph[0], params: { ...graph[0].params, ...Object.fromEntries(changed) } }, ...graph.slice(1)];
  },
  withoutLeaves: (graph) => graph,
  structureKey: (graph) => String(maskOf(graph)),
  hash: (graph) => `${maskOf(graph)}:${axisNames.map((name) => param(graph, name)).join(',')}`,
  sketch: (graph) => syntheticSpace.hash(graph),
  refusal: (graph) => ((maskOf(graph) & 40) === 40 ? 'SHARE and HASH exclude each other' : undefined),
  features(graph) {
    const mask = maskOf(graph);
    const counts = ops.map((op, bit) => [`op.${op}`, mask & (1 << bit) ? 1 : 0]);
    return {
      ...Object.fromEntries(counts),
      ...Object.fromEntries(axisNames.map((name) => [`ROOT.${name}`, Math.log2(param(graph, name))])),
      'matrix.nnz': 1e6,
      'estimate.bytes': 1e6,
      'estimate.blocks': 1000,
    };
  },
  complexity: (graph) => graph.length,
};

export interface SyntheticEvaluator extends Evaluator {
  readonly evaluated: string[];
  /** Evaluations that were asked for and not begun. */
  waiting: number;
  closed: boolean;
}

/** Measures `trueTime` with noise that depends on the graph and the effort; some graphs fail in each way there is. */
export function syntheticEvaluator({ noise = 0.01, failures = true, onEvaluate = () => {} } = {}): SyntheticEvaluator {
  const inTurn = takeTurns();
  let generation = 0;
  const self: SyntheticEvaluator = {
    device,
    evaluated: [],
    waiting: 0,
    closed: false,
    drop() {
      generation++;
    },
    evaluate(graph, effort) {
      self.waiting++;
      const asked = generation;
      return inTurn(async () => {
        await setImmediate();
        self.waiting--;
        if (asked !== generation) throw new Error('given up');
        return measure(graph, effort);
      });
    },
    async close() {
      self.closed = true;
    },
  };
  return self;

  function measure(graph: Graph, effort: Effort): Evaluation {
    onEvaluate();
    const hash = syntheticSpace.hash(graph);
    self.evaluated.push(hash);
    const seconds = { build: 0.02, compile: 0.2, verify: 0.02, benchmark: effort.budgetMs / 1000 };
    const mask = maskOf(graph);
    const threads = param(graph, 'threads');
    if (failures && mask & 2 && threads === 1024) return { outcome: 'timeout', reason: 'hangs', seconds };
    if (failures && mask & 32 && threads === 96) return { outcome: 'wrong', reason: 'y[0] is 1', seconds };
    if (failures && mask === 21) return { outcome: 'compile', reason: 'syntax', seconds };
    const random = createRandom(1).fork(`${hash} ${effort.budgetMs}`);
    const warmUs = trueTime(graph) * (1 + noise * (random.next() + random.next() - 1));
    return {
      outcome: 'ok',
      timing: { warmUs, spreadUs: warmUs * noise * 0.5, samples: 10, method: 'graph' },
      kernel: { bytes: 1e6, blocks: 1000, threads, launches: 1, padding: 1, deterministic: !(mask & 8) },
      seconds,
    };
  }
}

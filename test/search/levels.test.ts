import { beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.js';
import { randomSearch } from '../../src/search/controls.js';
import { search } from '../../src/search/driver.js';
import type { Evaluator } from '../../src/search/evaluator.js';
import { coarseLevel } from '../../src/search/levels/coarse.js';
import { fineLevel } from '../../src/search/levels/fine.js';
import { neighbourLevel } from '../../src/search/levels/neighbours.js';
import { seedLevel } from '../../src/search/levels/seeds.js';
import { structureLevel } from '../../src/search/levels/structures.js';
import type { CostModel } from '../../src/search/model/costModel.js';
import { loadXgboost } from '../../src/search/model/xgboost.js';
import { searchDefaults } from '../../src/search/options.js';
import { trialsToReach } from '../../src/search/recorded.js';
import { interleave } from '../../src/search/schedule.js';
import type { SearchSpace } from '../../src/search/space.js';
import type { Strategy } from '../../src/search/strategy.js';
import { everyGraph, syntheticEvaluator, syntheticSpace, trueTime } from './syntheticSpace.js';

let boost: () => CostModel;
beforeAll(async () => {
  boost = await loadXgboost();
});

/** Only the baseline's structure: 1,280 points of its fine grid. */
const oneStructure: SearchSpace = {
  ...syntheticSpace,
  seeds: () => syntheticSpace.seeds().slice(0, 1),
  mutate: () => undefined,
};

function run(strategy: Strategy, seed = 1, trials = 150) {
  const evaluator = syntheticEvaluator({ noise: 0.005, failures: false });
  const options = { budgetMs: 1e9, trials, seed };
  return search({ space: oneStructure, evaluator, boost, strategy, simulated: true, options });
}

const coarse: Strategy = function* (context) {
  yield* seedLevel(context, () => true);
  yield* interleave([{ level: coarseLevel(context), share: 1 }]);
};

describe('coarse level', () => {
  it('measures the grid shortly, then one in four for longer', async () => {
    const { history } = await run(coarse);
    const trials = history.trials.filter((trial) => trial.origin === 'coarse');
    const long = trials.filter((trial) => trial.effort.budgetMs === searchDefaults.longMs);
    expect(trials.length - long.length).toBe(searchDefaults.coarsePoints);
    expect(long.length).toBeGreaterThan(0);
    expect(long.length).toBeLessThanOrEqual(searchDefaults.coarsePoints / searchDefaults.halving);
    expect(trials.slice(-long.length)).toEqual(long);
  });

  it('tries values that no grid had, up to half of the points, whatever the model thinks', async () => {
    const { history } = await run(coarse);
    const first = history.trials.filter((trial) => trial.origin === 'coarse').slice(0, 5);
    const changed = first.map(({ graph }) => JSON.stringify(graph[0].params));
    // Five values differ from the baseline's on the coarse axes: threads 256, 1024, width 4, 16, unroll 4.
    expect(changed.sort()).toEqual(
      [
        { threads: 1024, width: 1, unroll: 1 },
        { threads: 256, width: 1, unroll: 1 },
        { threads: 64, width: 1, unroll: 4 },
        { threads: 64, width: 16, unroll: 1 },
        { threads: 64, width: 4, unroll: 1 },
      ].map((params) => JSON.stringify(params)),
    );
  });

  it('lets candidates far slower than the best stop early', async () => {
    const { history } = await run(coarse);
    const [first, ...others] = history.trials;
    expect(first.effort.stopAboveUs).toBeUndefined();
    for (const trial of others) {
      expect(trial.effort.stopAboveUs).toBeLessThanOrEqual(first.timing!.warmUs * searchDefaults.stopFactor);
    }
  });
});

const fine: Strategy = function* (context) {
  yield* seedLevel(context, () => true);
  yield* interleave([
    { level: coarseLevel(context), share: 0.5 },
    { level: fineLevel(context), share: 0.5 },
  ]);
};

describe('fine level', () => {
  const optimum = Math.min(...[...everyGraph()].filter((graph) => graph.length === 1).map(trueTime));

  it('comes within 2% of the optimum in fewer trials than random search, for each of several seeds', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const ours = trialsToReach((await run(fine, seed)).history.trials, optimum, 1.02);
      const random = trialsToReach((await run(randomSearch, seed, 1000)).history.trials, optimum, 1.02);
      expect(ours).toBeLessThan(60);
      expect([seed, ours < random]).toEqual([seed, true]);
    }
  });

  it('ends by itself once batches no longer pay', async () => {
    const { stopped, history } = await run(fine, 1, 1000);
    expect(stopped).toBe('exhausted');
    expect(history.trials.length).toBeLessThan(150);
  });
});

describe('annealing on the fine grid', () => {
  it('stays out of what is refused, however fast it seems', async () => {
    // Of the widths only that of the baseline and every fourth are legal.
    const isLegal = (graph: Graph) => Number(graph[0].params.width) % 4 <= 1;
    const space: SearchSpace = { ...oneStructure, refusal: (graph) => (isLegal(graph) ? undefined : 'refused') };
    const { history } = await search({
      space,
      evaluator: syntheticEvaluator({ failures: false }),
      boost,
      strategy: fine,
      simulated: true,
      options: { budgetMs: 1e9, trials: 120 },
    });
    const trials = history.trials.filter(({ origin }) => origin === 'fine');
    expect(trials.every(({ graph }) => isLegal(graph))).toBe(true);
    // Batches are full nevertheless.
    expect(trials.length).toBeGreaterThan(20);
  });
});

describe('structure level', () => {
  /** Each mutation adds a part that does no work. */
  const idleSpace: SearchSpace = {
    ...oneStructure,
    mutate: (graph, random) => ({
      graph: [...graph, { op: 'IDLE', params: { n: random.int(1000) } }],
      action: 'add',
    }),
    withoutLeaves: (graph, leaves) => graph.filter((_, i) => !leaves.includes(i)),
    hash: (graph) => graph.map(({ op, params }) => `${op}${params.n ?? syntheticSpace.hash(graph.slice(0, 1))}`).join(),
    structureKey: (graph) => graph.map(({ op }) => op).join(),
  };
  const idleIn = (graph: Graph) => [...graph.keys()].filter((i) => graph[i].op === 'IDLE');

  it('steps from a graph without what does no work, and that one stands for the kernel', async () => {
    const evaluator = syntheticEvaluator({ failures: false });
    const idleEvaluator: Evaluator = {
      ...evaluator,
      async evaluate(graph, effort) {
        const idle = idleIn(graph);
        // All extensions of the slow baseline make one faster kernel; width 4 marks the one without idle parts.
        const key = idle.length > 0 || graph[0].params.width === 4 ? 'faster' : 'slower';
        const evaluation = await evaluator.evaluate(graph.slice(0, 1), effort);
        return {
          ...evaluation,
          timing: { ...evaluation.timing!, warmUs: key === 'faster' ? 1 : 2 },
          kernel: { ...evaluation.kernel!, key, ...(idle.length > 0 ? { idle } : {}) },
        };
      },
    };
    const structures: Strategy = function* (context) {
      yield* seedLevel(context, () => true);
      yield* structureLevel(context);
    };
    const { history } = await search({
      space: {
        ...idleSpace,
        withoutLeaves: (graph, leaves) =>
          idleSpace.withoutLeaves(graph, leaves).map((node) => ({ ...node, params: { ...node.params, width: 4 } })),
      },
      evaluator: idleEvaluator,
      strategy: structures,
      simulated: true,
      options: { budgetMs: 1e9, trials: 60, walkers: 1 },
    });
    const light = history.trials.findIndex(({ graph }) => graph[0].params.width === 4);
    expect(light).toBeGreaterThan(0);
    expect(history.trials[light].graph).toHaveLength(1);
    expect(history.best()).toBe(history.trials[light]);
    expect(history.ranked().map(({ kernel }) => kernel?.key)).toEqual(['faster', 'slower']);
    // Twins that are no simpler come to nothing, and no later step carries more than one such part.
    for (const { graph } of history.trials.slice(light)) expect(idleIn(graph).length).toBeLessThanOrEqual(1);
  });
});

describe('neighbour level', () => {
  /** Walks find nothing, parameters do nothing: only neighbours lead to the best structure. */
  const space: SearchSpace = { ...syntheticSpace, seeds: oneStructure.seeds, mutate: () => undefined, axes: () => [] };

  it('climbs to a structure that no neighbour beats', async () => {
    const neighbours: Strategy = function* (context) {
      yield* seedLevel(context, () => true);
      yield* neighbourLevel(context);
    };
    const { history, stopped } = await search({
      space,
      evaluator: syntheticEvaluator({ noise: 0, failures: false }),
      strategy: neighbours,
      simulated: true,
      options: { budgetMs: 1e9, trials: 500 },
    });
    expect(stopped).toBe('exhausted');
    const best = history.best()!;
    const around = space.neighbours(best.graph).filter((graph) => space.refusal(graph) === undefined);
    expect(around.length).toBeGreaterThan(3);
    for (const graph of around) {
      expect(history.tried(space.hash(graph))).toBe(true);
      expect(trueTime(graph)).toBeGreaterThanOrEqual(trueTime(best.graph));
    }
    expect(trueTime(best.graph)).toBeLessThan(0.8 * trueTime(space.seeds()[0].graph));
    expect(new Set(history.trials.map(({ hash }) => hash)).size).toBe(history.trials.length);
  });
});

describe('interleave', () => {
  const level = (name: string, count: number): Parameters<typeof interleave>[0][number]['level'] =>
    (function* () {
      for (let i = 0; i < count; i++) yield { origin: name } as never;
    })();
  const taken = (levels: Parameters<typeof interleave>[0], count: number) => {
    const origins: string[] = [];
    for (const proposal of interleave(levels)) {
      origins.push(proposal!.origin);
      if (origins.length === count) break;
    }
    return origins;
  };

  it('gives each level its share', () => {
    const shares = { a: 0.5, b: 0.3, c: 0.2 };
    const levels = Object.entries(shares).map(([name, share]) => ({ level: level(name, 1000), share }));
    const origins = taken(levels, 100);
    for (const [name, share] of Object.entries(shares)) {
      expect(Math.abs(origins.filter((each) => each === name).length - 100 * share)).toBeLessThanOrEqual(1);
    }
  });

  it('goes on with the others when one has ended, and ends with the last', () => {
    const origins = taken(
      [
        { level: level('a', 2), share: 0.5 },
        { level: level('b', 5), share: 0.5 },
      ],
      100,
    );
    expect(origins.filter((each) => each === 'a').length).toBe(2);
    expect(origins.length).toBe(7);
  });

  it('gives a level that passed no claim to the turns it missed', () => {
    const late = (function* () {
      for (let i = 0; i < 20; i++) yield undefined;
      for (let i = 0; i < 100; i++) yield { origin: 'late' } as never;
    })();
    const origins = taken(
      [
        { level: late, share: 0.5 },
        { level: level('a', 1000), share: 0.5 },
      ],
      60,
    );
    expect(origins.slice(-20).filter((each) => each === 'late').length).toBeLessThanOrEqual(11);
  });
});

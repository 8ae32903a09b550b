import { describe, expect, it } from 'vitest';
import { search } from '../../src/search/driver.js';
import { createPruner, type PruningContext, pruningRules } from '../../src/search/pruning.js';
import { createDescriber, type Features } from '../../src/search/space.js';
import { device, makeGraph, syntheticEvaluator, syntheticSpace } from './syntheticSpace.js';

const context: PruningContext = { target: device.target, bestBytes: 1000 };
const describeGraph = createDescriber(syntheticSpace);

function firing(features: Features, changes: Partial<PruningContext> = {}): string | undefined {
  const pruner = createPruner(pruningRules, () => ({ ...context, ...changes }));
  return pruner.prune({ ...describeGraph(makeGraph(0)), features });
}

describe('pruning rules', () => {
  const cases: [string, Features, Features][] = [
    ['padding', { 'estimate.padding': 4.5 }, { 'estimate.padding': 3.9 }],
    ['traffic', { 'estimate.bytes': 3001 }, { 'estimate.bytes': 2999 }],
    ['idle-device', { 'estimate.blocks': 7, 'matrix.nnz': 16384 }, { 'estimate.blocks': 7, 'matrix.nnz': 16383 }],
    ['regular-rows', { 'matrix.rowCv': 0.01, reorders: 1 }, { 'matrix.rowCv': 0.2, reorders: 1 }],
    ['near-rows', { 'matrix.sectorsPerEntry': 0.2, localizes: 1 }, { 'matrix.sectorsPerEntry': 0.3, localizes: 1 }],
    ['short-rows', { 'matrix.maxRow': 4, splitsRows: 1 }, { 'matrix.maxRow': 5, splitsRows: 1 }],
    ['long-row-in-one-thread', { 'estimate.imbalance': 1001 }, { 'estimate.imbalance': 999 }],
  ];
  it.each(cases)('%s fires on its side of the bound only', (name, fires, passes) => {
    expect(firing(fires)).toBe(name);
    expect(firing(passes)).toBeUndefined();
  });

  it('never fire on what is unknown', () => {
    expect(firing({})).toBeUndefined();
    expect(firing({ 'estimate.bytes': -1, 'estimate.blocks': -1, 'matrix.nnz': 1e9 })).toBeUndefined();
    expect(firing({ 'estimate.bytes': 1e9 }, { bestBytes: undefined })).toBeUndefined();
  });

  it('each say why, and where that is from', () => {
    for (const rule of pruningRules)
      expect([rule.name, rule.reason.length > 30, rule.source.length > 10]).toEqual([rule.name, true, true]);
    expect(new Set(pruningRules.map((rule) => rule.name)).size).toBe(pruningRules.length);
  });
});

describe('pruner', () => {
  it('counts each removed graph once', () => {
    const pruner = createPruner(pruningRules, () => context);
    const candidate = { ...describeGraph(makeGraph(1)), features: { 'estimate.padding': 9 } };
    pruner.prune(candidate);
    pruner.prune(candidate);
    expect(pruner.counts().find((each) => each.rule === 'padding')?.removed).toBe(1);
  });

  it('is off with noPruning', async () => {
    const space = {
      ...syntheticSpace,
      features: (graph: Parameters<typeof syntheticSpace.features>[0]) => ({
        ...syntheticSpace.features(graph),
        'estimate.padding': 9,
      }),
    };
    const run = (pruning: boolean) =>
      search({
        space,
        evaluator: syntheticEvaluator(),
        simulated: true,
        options: { budgetMs: 1e9, trials: 20, pruning },
      });
    const pruned = await run(true);
    expect(pruned.history.trials.map((trial) => trial.origin)).toEqual(['baseline']);
    expect(pruned.pruned.find((each) => each.rule === 'padding')?.removed).toBeGreaterThanOrEqual(5);
    expect((await run(false)).history.trials.length).toBe(20);
  });
});

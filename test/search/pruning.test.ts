import { describe, expect, it } from 'vitest';
import { createDominance } from '../../src/search/dominance.js';
import { search } from '../../src/search/driver.js';
import { trialOf } from '../../src/search/history.js';
import { createPruner, type PruningContext, pruningRules } from '../../src/search/pruning.js';
import { createDescriber, type Features } from '../../src/search/space.js';
import { device, makeGraph, syntheticEvaluator, syntheticSpace } from './syntheticSpace.js';

const context: PruningContext = { target: device.target, bestBytes: 1000, dominated: () => false };
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

  it('dominated-value asks the context', () => {
    expect(firing({}, { dominated: () => true })).toBe('dominated-value');
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

describe('dominance', () => {
  const add = (dominance: ReturnType<typeof createDominance>, mask: number, threads: number, us: number) =>
    dominance.add(
      trialOf(describeGraph(makeGraph(mask, { threads })), {
        index: 0,
        outcome: 'ok',
        timing: { warmUs: us, spreadUs: 0, samples: 1, method: 'wall' },
        origin: 'test',
        effort: { budgetMs: 5 },
        elapsedMs: 0,
        seconds: { build: 0, compile: 0, verify: 0, benchmark: 0 },
      }),
    );
  const features = (threads: number) => describeGraph(makeGraph(0, { threads })).features;

  it('needs every comparison lost, in two structures', () => {
    const dominance = createDominance();
    for (const threads of [64, 256, 512]) add(dominance, 1, threads, 100);
    add(dominance, 1, 1024, 150);
    expect(dominance.dominated(features(1024))).toBe(false);
    add(dominance, 2, 64, 100);
    add(dominance, 2, 1024, 150);
    expect(dominance.dominated(features(1024))).toBe(true);
    expect(dominance.dominated(features(64))).toBe(false);
    add(dominance, 4, 64, 100);
    add(dominance, 4, 1024, 101);
    expect(dominance.dominated(features(1024))).toBe(false);
  });
});

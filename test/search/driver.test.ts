import { beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.js';
import { type SearchInput, search } from '../../src/search/driver.js';
import type { Evaluation } from '../../src/search/evaluator.js';
import { type SearchTrial, timeOf } from '../../src/search/history.js';
import type { CostModel } from '../../src/search/model/costModel.js';
import { loadXgboost } from '../../src/search/model/xgboost.js';
import { searchDefaults } from '../../src/search/options.js';
import { everyGraph, syntheticEvaluator, syntheticSpace, trueTime } from './syntheticSpace.js';

let boost: () => CostModel;
beforeAll(async () => {
  boost = await loadXgboost();
});

function run(input: Partial<SearchInput> & { trials?: number; seed?: number } = {}) {
  const { trials = 120, seed = 1, options, ...rest } = input;
  return search({
    space: syntheticSpace,
    evaluator: syntheticEvaluator(),
    boost,
    simulated: true,
    ...rest,
    options: { budgetMs: 1e9, trials, seed, ...options },
  });
}

const hashes = (trials: readonly SearchTrial[]) => trials.map((trial) => `${trial.hash} ${trial.effort.budgetMs}`);

describe('search', () => {
  it('tries the baseline first, so that every prefix is at least as good', async () => {
    const { history } = await run({ trials: 60 });
    expect(history.trials[0].origin).toBe('baseline');
    let best = Infinity;
    for (const trial of history.trials) best = Math.min(best, timeOf(trial) ?? Infinity);
    expect(timeOf(history.best())).toBeLessThanOrEqual(timeOf(history.trials[0])!);
    expect(timeOf(history.best())!).toBeLessThan(best * 1.02);
  });

  it('finds a structure that no seed has, within 5% of the optimum of 81,920 graphs', async () => {
    const optimum = [...everyGraph()].filter((graph) => !syntheticSpace.refusal(graph)).map(trueTime);
    const { history } = await run({ trials: 200 });
    const best = history.best()!;
    expect(trueTime(best.graph)).toBeLessThan(Math.min(...optimum) * 1.05);
    const seeds = syntheticSpace.seeds().map((seed) => syntheticSpace.structureKey(seed.graph));
    expect(seeds).not.toContain(best.structure);
  });

  it('gives the same trials for the same seed, and others for another', async () => {
    const [a, b, c] = [await run({ seed: 7 }), await run({ seed: 7 }), await run({ seed: 8 })];
    expect(hashes(a.history.trials)).toEqual(hashes(b.history.trials));
    expect(hashes(a.history.trials)).not.toEqual(hashes(c.history.trials));
  });

  it('measures nothing twice at the same effort', async () => {
    const { history } = await run({ trials: 200 });
    expect(new Set(hashes(history.trials)).size).toBe(history.trials.length);
  });

  it('spends few trials on seeds, and more on all levels', async () => {
    const few = (await run({ trials: 4 })).history.trials;
    expect(few.map((trial) => trial.origin)).toEqual(['baseline', 'seed-1', 'seed-2', 'seed-4']);
    const origins = new Set((await run({ trials: 30 })).history.trials.map((trial) => trial.origin));
    expect([...origins]).toEqual(expect.arrayContaining(['seed-32', 'coarse', 'structures', 'fine']));
  });

  it('stops at the trial limit and says so', async () => {
    const { history, stopped } = await run({ trials: 17 });
    expect(history.trials.length).toBe(17);
    expect(stopped).toBe('trials');
  });

  it('stops at the budget less what the final needs', async () => {
    const { elapsedMs, stopped } = await run({ trials: Infinity, options: { budgetMs: 20_000 } });
    expect(stopped).toBe('budget');
    expect(elapsedMs).toBeGreaterThanOrEqual(18_000);
    expect(elapsedMs).toBeLessThan(18_600);
  });

  it('keeps no more for the final than it takes', async () => {
    const options = { budgetMs: 60_000, finalRounds: 1 };
    const { elapsedMs, stopped } = await run({ trials: Infinity, options });
    expect(stopped).toBe('budget');
    // Twice 7 evaluations of 30 ms on the device and 220 ms beside it; a tenth of the budget would be 6 s.
    expect(elapsedMs).toBeGreaterThanOrEqual(60_000 - 3500);
    expect(elapsedMs).toBeLessThan(60_000 - 3000);
  });

  it('ends when the whole space is measured or nothing improves', async () => {
    const { stopped } = await run({ trials: Infinity, options: { patience: 50 } });
    expect(stopped).toBe('no progress');
    const tiny = {
      ...syntheticSpace,
      mutate: () => undefined,
      neighbours: () => [],
      axes: () => [],
    };
    const { history, stopped: end } = await run({ space: tiny });
    expect(end).toBe('exhausted');
    expect(history.trials.length).toBe(6);
  });

  it('stops after the running trial when the signal fires, and keeps what it has', async () => {
    const controller = new AbortController();
    let count = 0;
    const evaluator = syntheticEvaluator({
      onEvaluate: () => {
        if (++count === 9) controller.abort();
      },
    });
    const { history, stopped } = await run({ evaluator, signal: controller.signal });
    expect(history.trials.length).toBe(9);
    expect(stopped).toBe('aborted');
    expect(history.best()).toBeDefined();
  });

  it('goes on past every kind of failure, and never trains on one', async () => {
    const kinds = ['wrong', 'compile', 'runtime', 'timeout', 'refused'] as const;
    const evaluator = syntheticEvaluator({ failures: false });
    let count = 0;
    const failing = async (...args: Parameters<typeof evaluator.evaluate>): Promise<Evaluation> => {
      const evaluation = await evaluator.evaluate(...args);
      const failed = count++ % 4 === 3;
      return failed ? { outcome: kinds[(count >> 2) % kinds.length], seconds: evaluation.seconds } : evaluation;
    };
    const { history, model } = await run({ trials: 250, evaluator: { ...evaluator, evaluate: failing } });
    expect(new Set(history.trials.map((trial) => trial.outcome))).toEqual(new Set(['ok', ...kinds]));
    expect(model.kind).toBe('xgboost');
    expect(model.samples).toBeLessThanOrEqual(history.trials.filter((trial) => trial.outcome === 'ok').length);
    expect(model.rankCorrelation).toBeGreaterThan(0.5);
    expect(model.mape).toBeLessThan(25);
  });

  it('rejects with the evaluator when nothing was measured, and keeps the best otherwise', async () => {
    const dying = (after: number) => {
      const evaluator = syntheticEvaluator();
      const evaluate = evaluator.evaluate;
      let count = 0;
      return {
        ...evaluator,
        evaluate: async (...args: Parameters<typeof evaluate>) => {
          if (count++ >= after) throw new Error('the device is gone');
          return evaluate(...args);
        },
      };
    };
    await expect(run({ evaluator: dying(0) })).rejects.toThrow('the device is gone');
    const { stopped, history } = await run({ evaluator: dying(5) });
    expect(stopped).toBe('the device is gone');
    expect(history.trials.length).toBe(5);
  });

  it('admits only repeatable kernels when asked to', async () => {
    const { history } = await run({ options: { deterministic: true, trials: 150 } });
    expect(history.best()?.kernel?.deterministic).toBe(true);
    expect(history.trials.some((trial) => trial.kernel?.deterministic === false)).toBe(true);
  });

  it('asks ahead, so that something waits for the device nearly always, and gives up what is left at the end', async () => {
    const waiting: number[] = [];
    const evaluator = syntheticEvaluator({ onEvaluate: () => waiting.push(evaluator.waiting) });
    const { history } = await run({ evaluator, trials: 200, options: { patience: 60 } });
    expect(Math.max(...waiting)).toBe(searchDefaults.ahead - 1);
    expect(waiting.slice(0, -searchDefaults.ahead).filter((count) => count === 0).length).toBeLessThan(
      history.trials.length / 20,
    );
    expect(evaluator.evaluated.length).toBe(history.trials.length);
  });

  it('takes up a cut run where it ended, with the same trials as the whole run', async () => {
    const whole = await run({ trials: 90 });
    const evaluator = syntheticEvaluator();
    const resumed = await run({ trials: 90, evaluator, resume: whole.history.trials.slice(0, 50) });
    expect(hashes(resumed.history.trials)).toEqual(hashes(whole.history.trials));
    expect(evaluator.evaluated.length).toBe(40);
  });

  it('counts what an earlier run found even where it now takes another way', async () => {
    const earlier = (await run({ trials: 150, seed: 3 })).history;
    const { history } = await run({ trials: 8, seed: 4, resume: earlier.trials });
    expect(timeOf(history.best())).toBeLessThanOrEqual(timeOf(earlier.best())!);
  });

  it('ranks a kernel once, with the first graph that made it', async () => {
    const evaluator = syntheticEvaluator();
    const measure = evaluator.evaluate;
    // SORT makes no difference on this device: graphs with and without it are one kernel.
    const key = (graph: Graph) => syntheticSpace.hash(graph.filter(({ op }) => op !== 'SORT'));
    evaluator.evaluate = async (graph, effort) => {
      const plain = graph.filter(({ op }) => op !== 'SORT');
      const evaluation = await measure(plain, effort);
      return evaluation.kernel ? { ...evaluation, kernel: { ...evaluation.kernel, key: key(graph) } } : evaluation;
    };
    const { history } = await run({ evaluator, trials: 150 });
    const ranked = history.ranked().map(({ graph }) => key(graph));
    const measured = history.trials.filter((trial) => trial.outcome === 'ok').map(({ graph }) => key(graph));
    expect(new Set(ranked).size).toBe(ranked.length);
    expect(new Set(ranked)).toEqual(new Set(measured));
    expect(new Set(history.trials.map(({ hash }) => hash)).size).toBeGreaterThan(ranked.length);
  });

  it('falls back to the nearest measured, and says so', async () => {
    const few = await run({ trials: 4 });
    expect(few.model.fallback).toMatch(/nothing was measured|only 4 usable samples/);
    const off = await run({ trials: 60, options: { boosting: false } });
    expect(off.model).toMatchObject({ kind: 'nearest', fallback: 'XGBoost is off' });
  });
});

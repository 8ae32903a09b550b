import { beforeAll, describe, expect, it } from 'vitest';
import { gridSearch, randomSearch } from '../../src/search/controls.js';
import { search } from '../../src/search/driver.js';
import { type SearchTrial, timeOf, trialOf } from '../../src/search/history.js';
import type { CostModel } from '../../src/search/model/costModel.js';
import { loadXgboost } from '../../src/search/model/xgboost.js';
import type { SearchOptions } from '../../src/search/options.js';
import { bestTimeOf, recordedEvaluator, recordedSpace, trialsToReach } from '../../src/search/recorded.js';
import { createDescriber } from '../../src/search/space.js';
import { type Strategy, threeLevels } from '../../src/search/strategy.js';
import { device, everyGraph, syntheticEvaluator, syntheticSpace } from './syntheticSpace.js';

/** A log of a third of the space, as an exhaustive run would have left it. */
async function record(): Promise<SearchTrial[]> {
  const describeGraph = createDescriber(syntheticSpace);
  const evaluator = syntheticEvaluator();
  const trials: SearchTrial[] = [];
  const seeds = syntheticSpace.seeds().map((seed) => seed.graph);
  const others = [...everyGraph()].filter((graph, i) => i % 3 === 0 && !syntheticSpace.refusal(graph));
  for (const [index, graph] of [...seeds, ...others].entries()) {
    const effort = { budgetMs: 5 };
    const evaluation = await evaluator.evaluate(graph, effort);
    const rest = { ...evaluation, index, origin: index < seeds.length ? 'seed' : 'all', effort, elapsedMs: index };
    trials.push(trialOf(describeGraph(graph), rest));
  }
  return trials;
}

let trials: SearchTrial[];
let boost: () => CostModel;
beforeAll(async () => {
  trials = await record();
  boost = await loadXgboost();
}, 60_000);

function replay(strategy: Strategy, seed: number, options: Partial<SearchOptions> = {}) {
  return search({
    space: recordedSpace(syntheticSpace, trials),
    evaluator: recordedEvaluator(trials, device, syntheticSpace.hash),
    boost,
    strategy,
    simulated: true,
    options: { budgetMs: 1e9, trials: 250, seed, ...options },
  });
}

/** Median over seeds of the trials until within 3% of the best in the log. */
async function trialsNeeded(strategy: Strategy, options: Partial<SearchOptions> = {}): Promise<number> {
  const goal = bestTimeOf(trials);
  const needed: number[] = [];
  for (const seed of [1, 2, 3, 4, 5]) {
    const { history } = await replay(strategy, seed, options);
    needed.push(trialsToReach(history.trials, goal, 1.03));
  }
  return needed.sort((a, b) => a - b)[2];
}

describe('strategies on a recorded device', () => {
  it('replays the same trials for the same seed, time and all', async () => {
    const [a, b] = [await replay(threeLevels, 3), await replay(threeLevels, 3)];
    expect(a.history.trials).toEqual(b.history.trials);
    expect(a.elapsedMs).toBe(b.elapsedMs);
    expect(a.history.trials.every((trial) => trial.outcome !== 'refused')).toBe(true);
  });

  it('needs fewer trials than random search and than the grid to come within 3% of the best', async () => {
    const ours = await trialsNeeded(threeLevels);
    const random = await trialsNeeded(randomSearch);
    const grid = await trialsNeeded(gridSearch);
    expect(ours).toBeLessThanOrEqual(250);
    expect(ours).toBeLessThan(random);
    expect(ours).toBeLessThan(grid);
  }, 60_000);

  it('refuses what was not recorded, at no cost', async () => {
    const evaluator = recordedEvaluator(trials.slice(0, 3), device, syntheticSpace.hash);
    const { outcome, reason, seconds } = await evaluator.evaluate(trials[50].graph, { budgetMs: 5 });
    expect({ outcome, reason }).toEqual({ outcome: 'refused', reason: 'not recorded' });
    expect(Object.values(seconds).every((value) => value === 0)).toBe(true);
  });

  it('answers with the measurement of the nearest effort', async () => {
    const long = { ...trials[0], effort: { budgetMs: 25 }, timing: { ...trials[0].timing!, warmUs: 1 } };
    const evaluator = recordedEvaluator([trials[0], long], device, syntheticSpace.hash);
    expect((await evaluator.evaluate(long.graph, { budgetMs: 30 })).timing?.warmUs).toBe(1);
    expect((await evaluator.evaluate(long.graph, { budgetMs: 4 })).timing?.warmUs).toBe(timeOf(trials[0]));
  });
});

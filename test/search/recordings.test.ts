import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.js';
import { operatorNamed } from '../../src/operators/index.js';
import { gridSearch, randomSearch } from '../../src/search/controls.js';
import { search } from '../../src/search/driver.js';
import { median } from '../../src/search/final.js';
import type { CostModel } from '../../src/search/model/costModel.js';
import { loadXgboost } from '../../src/search/model/xgboost.js';
import { bestTimeOf, trialsToReach } from '../../src/search/recorded.js';
import { type Strategy, threeLevels } from '../../src/search/strategy.js';
import { type LogContents, readTrialLog } from '../../src/search/trialLog.js';
import { openRecording } from '../../src/tuning/recording.js';

/**
 * Strategies on logs of an H200. A recording holds what our search measured and nothing else, so this shows how each
 * strategy orders those graphs, not what it would find on a device; results/ablation.md says more.
 */
const folder = 'test/recorded';
const logs = readdirSync(folder).map((name): [string, LogContents] => [name, readTrialLog(join(folder, name))]);

let boost: () => CostModel;
beforeAll(async () => {
  boost = await loadXgboost();
});

async function replay(log: LogContents, strategy: Strategy, seed: number, trials = log.trials.length) {
  const goal = bestTimeOf(log.trials);
  const arrived = new AbortController();
  const { history, elapsedMs } = await search({
    ...openRecording(log),
    boost,
    strategy,
    simulated: true,
    signal: arrived.signal,
    onTrial: (trial) => trialsToReach([trial], goal, 1.03) === 1 && arrived.abort(),
    options: { budgetMs: 1e9, patience: Infinity, seed, trials },
  });
  return { history, elapsedMs, needed: trialsToReach(history.trials, goal, 1.03) };
}

/** Sum over the recordings of the median over seeds; a search that never arrives counts as long as the recording. */
async function trialsNeeded(strategy: Strategy): Promise<number> {
  let sum = 0;
  for (const [, log] of logs) {
    const needed: number[] = [];
    for (const seed of [1, 2, 3]) needed.push((await replay(log, strategy, seed)).needed);
    sum += Math.min(median(needed), log.trials.length);
  }
  return sum;
}

const operatorsOf = (graph: Graph): string[] =>
  graph.flatMap((node) => [node.op, ...(node.branches ?? []).flatMap(operatorsOf)]);

describe('recorded searches', () => {
  it.each(logs)('%s holds graphs of operators that exist, each under its name of today', async (_name, log) => {
    const old = log.trials.map((trial) => ({ ...trial, hash: `old ${trial.hash}`, structure: 'old' }));
    const { space, trials, evaluator } = openRecording({ ...log, trials: old });
    expect(trials.length).toBe(log.trials.length);
    for (const trial of trials) {
      expect(operatorsOf(trial.graph).filter((op) => !operatorNamed(op))).toEqual([]);
      expect(trial.structure).toBe(space.structureKey(trial.graph));
      expect((await evaluator.evaluate(trial.graph, trial.effort)).timing).toEqual(trial.timing);
    }
  });

  it.each(logs)('%s: the search comes within 3% of the best with every seed', async (_name, log) => {
    for (const seed of [1, 2, 3]) {
      expect((await replay(log, threeLevels, seed)).needed).toBeLessThanOrEqual(log.trials.length);
    }
  });

  it('the same seed gives the same trials, another seed others', async () => {
    const log = logs.find(([name]) => name.startsWith('memplus'))![1];
    const [a, b, other] = [
      await replay(log, threeLevels, 3),
      await replay(log, threeLevels, 3),
      await replay(log, threeLevels, 4),
    ];
    expect(a.history.trials).toEqual(b.history.trials);
    expect(a.elapsedMs).toBe(b.elapsedMs);
    expect(other.history.trials.map(({ hash }) => hash)).not.toEqual(a.history.trials.map(({ hash }) => hash));
  });

  it('over all recordings the search needs fewer trials than random search and than the grid', async () => {
    const ours = await trialsNeeded(threeLevels);
    expect(ours).toBeLessThan(await trialsNeeded(randomSearch));
    expect(ours).toBeLessThan(await trialsNeeded(gridSearch));
  });
});

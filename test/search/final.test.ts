import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../src/search/evaluator.js';
import { chooseFinal, median, orderFinalists } from '../../src/search/final.js';
import { createHistory, type SearchTrial, trialOf } from '../../src/search/history.js';
import { searchDefaults } from '../../src/search/options.js';
import { createDescriber } from '../../src/search/space.js';
import { device, makeGraph, syntheticSpace } from './syntheticSpace.js';

const describeGraph = createDescriber(syntheticSpace);
const threeRounds = { ...searchDefaults, finalRounds: 3 };
const seconds = { build: 0, compile: 0, verify: 0, benchmark: 0 };

function ok(warmUs: number, spreadUs = 0): Evaluation {
  return { outcome: 'ok', timing: { warmUs, spreadUs, samples: 5, method: 'wall' }, seconds };
}

function trial(mask: number, warmUs: number, threads = 64): SearchTrial {
  const rest = { index: mask, origin: 'test', effort: { budgetMs: 5 }, elapsedMs: 0 };
  return trialOf(describeGraph(makeGraph(mask, { threads })), { ...ok(warmUs), ...rest });
}

function historyOf(trials: SearchTrial[]) {
  const history = createHistory();
  for (const each of trials) history.add(each);
  return history;
}

/** Answers with given times, one after the other for each graph. */
function scripted(times: Record<string, number[]>) {
  const order: string[] = [];
  return {
    device,
    order,
    async evaluate(graph: Parameters<typeof syntheticSpace.hash>[0]): Promise<Evaluation> {
      const hash = syntheticSpace.hash(graph);
      order.push(hash);
      const next = times[hash]?.shift();
      return next === undefined ? { outcome: 'wrong', reason: 'gone bad', seconds } : ok(next);
    },
    close: async () => {},
  };
}

const nameOf = (mask: number) => describeGraph(makeGraph(mask)).hash;

describe('final', () => {
  it('measures in turns, so that drift hits all alike', async () => {
    const evaluator = scripted({ [nameOf(16)]: [10, 11, 12], [nameOf(17)]: [20, 21, 22] });
    const history = historyOf([trial(16, 10), trial(17, 20)]);
    const finalists = await chooseFinal(history, evaluator, threeRounds, syntheticSpace);
    expect(evaluator.order).toEqual([16, 17, 16, 17, 16, 17].map(nameOf));
    expect(finalists.map((each) => each.timeUs)).toEqual([11, 21]);
  });

  it('tells apart by rounds what a restless machine smears', async () => {
    const drift = [100, 300, 150, 500, 220];
    const times = { [nameOf(16)]: [...drift], [nameOf(17)]: drift.map((us) => us * 0.9) };
    const trials = [trial(16, 100), trial(17, 90)];
    const [first] = await chooseFinal(historyOf(trials), scripted(times), searchDefaults, syntheticSpace);
    expect(first.trial.hash).toBe(nameOf(17));
    const lostOnce = drift.map((us, round) => us * (round === 2 ? 1.01 : 0.9));
    const evaluator = scripted({ [nameOf(16)]: [...drift], [nameOf(17)]: lostOnce });
    const [simpler] = await chooseFinal(historyOf(trials), evaluator, searchDefaults, syntheticSpace);
    expect(simpler.trial.hash).toBe(nameOf(16));
  });

  it('corrects a lucky measurement of the search', async () => {
    const evaluator = scripted({ [nameOf(16)]: [30, 30, 30], [nameOf(17)]: [20, 20, 20] });
    const [first] = await chooseFinal(historyOf([trial(16, 5), trial(17, 20)]), evaluator, threeRounds, syntheticSpace);
    expect(first.trial.hash).toBe(nameOf(17));
  });

  it('takes along the baseline and the fastest seed', async () => {
    const trials = [trial(0, 100), trial(1, 90), ...[3, 5, 6, 7, 9].map((mask) => trial(mask, 10 + mask))];
    const times = Object.fromEntries(trials.map((each) => [each.hash, [1, 1, 1].map((n) => n * each.timing!.warmUs)]));
    const finalists = await chooseFinal(historyOf(trials), scripted(times), threeRounds, syntheticSpace);
    expect(finalists.map((each) => each.trial.hash)).toEqual(expect.arrayContaining([nameOf(0), nameOf(1)]));
    expect(finalists.length).toBe(7);
  });

  it('drops a finalist that fails', async () => {
    const evaluator = scripted({ [nameOf(16)]: [10], [nameOf(17)]: [20, 20, 20] });
    const finalists = await chooseFinal(
      historyOf([trial(16, 10), trial(17, 20)]),
      evaluator,
      threeRounds,
      syntheticSpace,
    );
    expect(finalists.map((each) => each.trial.hash)).toEqual([nameOf(17)]);
  });

  it('lets the search decide when there is no time, or the evaluator is gone', async () => {
    const history = historyOf([trial(16, 10), trial(17, 20)]);
    const signal = AbortSignal.abort();
    const stopped = await chooseFinal(history, scripted({}), threeRounds, syntheticSpace, { signal });
    expect(stopped.map((each) => each.timeUs)).toEqual([10, 20]);
    const dead = { ...scripted({}), evaluate: () => Promise.reject(new Error('gone')) };
    expect((await chooseFinal(history, dead, threeRounds, syntheticSpace))[0].timeUs).toBe(10);
  });

  it('prefers the simpler of two that noise cannot tell apart (case-49)', () => {
    const samples = {
      A: [0.118, 0.101, 0.103, 0.12, 0.102],
      B: [0.104, 0.104, 0.105, 0.104, 0.105],
    };
    const finalist = (times: number[], mask: number) => ({
      trial: trial(mask, 0),
      timeUs: median(times),
      spreadUs: (Math.max(...times) - Math.min(...times)) / 2,
    });
    const complexA = finalist(samples.A, 7);
    const simpleB = finalist(samples.B, 1);
    expect(orderFinalists([complexA, simpleB], 0.01)[0]).toBe(simpleB);
    const clear = { ...complexA, timeUs: 0.09, spreadUs: 0.001 };
    expect(orderFinalists([simpleB, clear], 0.01)[0]).toBe(clear);
  });

  it('is empty for an empty history', async () => {
    expect(await chooseFinal(historyOf([]), scripted({}), threeRounds, syntheticSpace)).toEqual([]);
  });
});

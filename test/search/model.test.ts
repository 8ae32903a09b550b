import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/random.js';
import { createHistory, trialOf } from '../../src/search/history.js';
import { type CostModel, createEncoder, type TrainAside } from '../../src/search/model/costModel.js';
import { mape, rankCorrelation } from '../../src/search/model/metrics.js';
import { createNearest } from '../../src/search/model/nearest.js';
import { createPredictor, type Sample, samplesOf } from '../../src/search/model/predictor.js';
import { openTrainer } from '../../src/search/model/trainer.js';
import { loadXgboost } from '../../src/search/model/xgboost.js';
import { createDescriber } from '../../src/search/space.js';
import { device, makeGraph, syntheticSpace } from './syntheticSpace.js';

let boost: () => CostModel;
beforeAll(async () => {
  boost = await loadXgboost();
});

const random = createRandom(5);
const rows = Array.from({ length: 120 }, () => ({ a: random.next(), b: random.next(), constant: 4 }));
const values = rows.map(({ a, b }) => 10 + 2 * a + a * b);
const describeGraph = createDescriber(syntheticSpace);

function trial(index: number, outcome: 'ok' | 'wrong', warmUs: number, mask = index) {
  return trialOf(describeGraph(makeGraph(mask)), {
    index,
    outcome,
    timing: outcome === 'ok' ? { warmUs, spreadUs: 0, samples: 1, method: 'wall' } : undefined,
    origin: 'test',
    effort: { budgetMs: 5 },
    elapsedMs: index,
    seconds: { build: 0, compile: 0, verify: 0, benchmark: 0 },
  });
}

const predictorOf = (trials: ReturnType<typeof trial>[], warm: Sample[] = [], aside?: TrainAside) => {
  const history = createHistory();
  for (const each of trials) history.add(each);
  const options = { minSamples: 8, maxSamples: 100, warmUntil: 20, batch: 4 };
  const predictor = createPredictor(history, device.target, options, { boost, aside }, warm);
  predictor.refresh();
  return { history, predictor };
};

describe('XGBoost', () => {
  it('learns a function of named features, whatever their order and mean', () => {
    const model = boost();
    model.fit(rows.slice(0, 100), values.slice(0, 100));
    const unseen = rows.slice(100).map(({ a, b }) => ({ constant: 4, b, a }));
    const predicted = model.predict(unseen);
    expect(mape(predicted, values.slice(100))).toBeLessThan(2);
    expect(rankCorrelation(predicted, values.slice(100))).toBeGreaterThan(0.95);
    model.free();
    model.free();
  });

  it('makes the same model in a thread of its own, and tells of its end', async () => {
    const here = boost();
    here.fit(rows, values);
    const trainer = openTrainer();
    const inverse = values.map((value) => -value);
    const [there, other] = await Promise.all([trainer.train(rows, values), trainer.train(rows, inverse)]);
    expect(there.predict(rows)).toEqual(here.predict(rows));
    here.fit(rows, inverse);
    expect(other.predict(rows)).toEqual(here.predict(rows));
    for (const model of [here, there, other]) model.free();
    const late = trainer.train(rows, values);
    const refused = expect(late).rejects.toMatchObject({
      code: 'internal',
      message: 'Training failed: its thread ended.',
    });
    await trainer.close();
    await refused;
  });

  it('takes rows that lack features, and NaN and Infinity, as zeros', () => {
    const model = boost();
    const broken: Record<string, number>[] = [{ a: Number.NaN }, { b: Infinity, c: 1 }, {}, ...rows];
    model.fit(broken, [10, 10, 10, ...values]);
    expect(model.predict([{}, { a: Number.NaN, z: 3 }]).every(Number.isFinite)).toBe(true);
    model.free();
  });

  it('frees its memory: hundreds of trainings do not exhaust it', () => {
    for (let i = 0; i < 200; i++) {
      const model = boost();
      model.fit(rows.slice(0, 20), values.slice(0, 20));
      model.free();
    }
  });

  it('prints nothing and leaves no listener when it loads', () => {
    // The compiled twin, in a process where nothing else has loaded it.
    const file = JSON.stringify(new URL('../../dist/search/model/xgboost.js', import.meta.url));
    const script = `
      const make = await (await import(${file})).loadXgboost();
      process.stdout.write(make().kind + process.listenerCount('uncaughtException'));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'xgboost0', stderr: '' });
  });
});

describe('the nearest-measured heuristic', () => {
  it('returns a known value for a known row and weighs neighbours otherwise', () => {
    const model = createNearest();
    model.fit([{ a: 0 }, { a: 1 }, { a: 10 }], [1, 2, 5]);
    expect(model.predict([{ a: 1 }])).toEqual([2]);
    const [between] = model.predict([{ a: 0.5 }]);
    expect(between).toBeGreaterThan(1);
    expect(between).toBeLessThan(2.5);
  });

  it('has an answer with no rows at all', () => {
    const model = createNearest();
    model.fit([], []);
    expect(model.predict([{ a: 1 }])).toEqual([0]);
  });
});

describe('encoder', () => {
  it('has one column for each feature that varies, in the order of names', () => {
    const { names, encode } = createEncoder([
      { b: 1, a: 1, same: 3 },
      { a: 2, same: 3 },
    ]);
    expect(names).toEqual(['a', 'b']);
    expect(encode({ b: 5, extra: 1 })).toEqual([0, 5]);
  });
});

describe('predictor', () => {
  it('leaves failures out, and falls back on few samples (case-50)', () => {
    const { predictor } = predictorOf([trial(0, 'ok', 100), trial(1, 'wrong', 1), trial(2, 'ok', 50)]);
    expect(predictor.report()).toMatchObject({ kind: 'nearest', samples: 2 });
    expect(predictor.report().fallback).toBe('only 2 usable samples, 8 are needed');
    expect(predictor.predict(describeGraph(makeGraph(2)))).toBeCloseTo(Math.log(0.5));
  });

  it('falls back when all samples are equal, and ranks by the prior when there are none', () => {
    const equal = predictorOf(Array.from({ length: 12 }, (_, i) => trial(i, 'ok', 100)));
    expect(equal.predictor.report().fallback).toBe('all 12 samples have the same time');
    const none = predictorOf([trial(0, 'wrong', 1)]);
    expect(none.predictor.trained()).toBe(false);
    expect(none.predictor.predict(describeGraph(makeGraph(2)))).toBeGreaterThan(0);
    expect(none.predictor.report().fallback).toBe('nothing was measured');
  });

  it('scores predictions against what was measured afterwards', () => {
    const { predictor } = predictorOf(Array.from({ length: 12 }, (_, i) => trial(i, 'ok', 100 + i)));
    predictor.score(Math.log(1.1), trial(20, 'ok', 100));
    predictor.score(Math.log(1.2), trial(21, 'ok', 120));
    predictor.score(Math.log(1.2), trial(22, 'wrong', 0));
    expect(predictor.report()).toMatchObject({ kind: 'xgboost', predicted: 2, rankCorrelation: 1 });
    expect(predictor.report().mape).toBeCloseTo(5);
  });

  it('learns from earlier searches, of all of them alike, until it has enough of its own', () => {
    // In these, a graph's time grows with its mask; here it falls.
    const earlier = [0, 1].flatMap((log) =>
      Array.from({ length: 200 }, (_, i) => {
        return { features: { ...describeGraph(makeGraph(i % 16)).features, log }, value: i % 16 };
      }),
    );
    const own = (count: number) => Array.from({ length: count }, (_, i) => trial(i, 'ok', 100 - (i % 16), i % 16));
    const { predictor, history } = predictorOf(own(3), earlier);
    expect(predictor.report()).toMatchObject({ kind: 'xgboost', samples: 100, warmSamples: 97 });
    const predict = (mask: number) => predictor.predict(describeGraph(makeGraph(mask)));
    expect(predict(15)).toBeGreaterThan(predict(4) + 5);
    for (let i = 3; i < 40; i++) history.add(trial(i, 'ok', 100 - i, i));
    predictor.refresh();
    expect(predictor.report()).toMatchObject({ samples: 40, warmSamples: 97 });
    expect(predict(15)).toBeLessThan(predict(4));
  });

  it('is asked while the next model is trained, and takes that when it is there', async () => {
    const finishers: (() => void)[] = [];
    const next = { kind: 'xgboost', predict: () => [42], free: () => undefined } as const;
    const aside: TrainAside = () => new Promise((resolve) => finishers.push(() => resolve(next)));
    const trials = Array.from({ length: 60 }, (_, i) => trial(i, 'ok', 100 + i));
    const { predictor, history } = predictorOf(trials.slice(0, 20), [], aside);
    const ask = () => predictor.predict(describeGraph(makeGraph(3)));
    // The first model is needed at once.
    expect(finishers.length).toBe(0);
    const before = ask();
    for (const each of trials.slice(20, 40)) history.add(each);
    predictor.refresh();
    for (const each of trials.slice(40)) history.add(each);
    predictor.refresh();
    expect(finishers.length).toBe(1);
    expect(ask()).toBe(before);
    finishers[0]();
    await Promise.resolve();
    await Promise.resolve();
    expect(ask()).toBe(42);
    expect(predictor.report()).toMatchObject({ kind: 'xgboost', samples: 40 });
  });

  it('trains here when the other thread has failed', async () => {
    const aside: TrainAside = () => Promise.reject(new Error('no thread'));
    const trials = Array.from({ length: 60 }, (_, i) => trial(i, 'ok', 100 + i));
    const { predictor, history } = predictorOf(trials.slice(0, 20), [], aside);
    for (const each of trials.slice(20, 40)) history.add(each);
    predictor.refresh();
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const each of trials.slice(40)) history.add(each);
    predictor.refresh();
    expect(predictor.report()).toMatchObject({ kind: 'xgboost', samples: 60 });
  });

  it('thins a long history, and keeps the fastest', () => {
    const trials = Array.from({ length: 60 }, (_, i) => trial(i, 'ok', 200 - i));
    const samples = samplesOf(trials, 30);
    expect(samples.length).toBe(30);
    expect(Math.min(...samples.map((sample) => sample.value))).toBeCloseTo(Math.log(141 / 200));
    expect(Math.max(...samples.map((sample) => sample.value))).toBeGreaterThan(Math.log(0.85));
  });
});

describe('metrics', () => {
  it('are those of the textbook', () => {
    expect(mape([110, 90], [100, 100])).toBeCloseTo(10);
    expect(rankCorrelation([1, 2, 3], [10, 20, 30])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    expect(rankCorrelation([1, 1], [1, 2])).toBeNaN();
    expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(0.9487, 3);
  });
});

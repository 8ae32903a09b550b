import { describe, expect, it } from 'vitest';
import { createHistory, type SearchTrial } from '../../src/search/history.js';

let index = 0;
const trial = (hash: string, key: string | undefined, us: number | undefined, complexity = 1): SearchTrial => ({
  index: index++,
  hash,
  structure: hash,
  origin: 'structures',
  graph: [],
  features: {},
  complexity,
  elapsedMs: 0,
  effort: { budgetMs: 5 },
  outcome: us === undefined ? 'runtime' : 'ok',
  ...(us === undefined ? {} : { timing: { warmUs: us, spreadUs: 0, samples: 3, method: 'graph' } }),
  kernel: { bytes: 1, blocks: 1, threads: 1, launches: 1, padding: 1, deterministic: true, ...(key ? { key } : {}) },
  seconds: { build: 0, compile: 0, verify: 0, benchmark: 0 },
});

describe('history', () => {
  const historyOf = (...trials: SearchTrial[]) => {
    const history = createHistory();
    for (const each of trials) history.add(each);
    return history;
  };
  const ranks = (...trials: SearchTrial[]) =>
    historyOf(...trials)
      .ranked()
      .map(({ hash }) => hash);

  it('ranks a kernel once, under the first of the simplest graphs that made it', () => {
    expect(ranks(trial('a', 'k', 3, 2), trial('b', 'k', 3, 2), trial('c', 'other', 2))).toEqual(['c', 'a']);
    expect(ranks(trial('a', 'k', 3, 5), trial('b', 'k', 3, 4), trial('c', 'k', 3, 6))).toEqual(['b']);
    expect(ranks(trial('a', undefined, 3), trial('b', undefined, 2))).toEqual(['b', 'a']);
  });

  it('measures only what stands for its kernel', () => {
    const history = historyOf(trial('a', 'k', 3, 5), trial('b', 'k', 3, 4), trial('c', 'k', 3, 6));
    expect(['a', 'b', 'c'].map((hash) => history.measured(hash)?.hash)).toEqual([undefined, 'b', undefined]);
  });

  it('lets no failure stand for a kernel, and forgets one that fails later', () => {
    expect(ranks(trial('a', 'k', undefined, 1), trial('b', 'k', 3, 2))).toEqual(['b']);
    expect(ranks(trial('a', 'k', 3, 2), trial('b', 'k', undefined, 1))).toEqual(['a']);
    expect(ranks(trial('a', 'k', 3), trial('a', 'k', undefined))).toEqual([]);
  });

  it('puts the fastest of a near family before the many of the best one, and the best of all first', () => {
    const of = (family: number, ...times: number[]) =>
      times.map((us, i) => ({ ...trial(`${family}.${i}`, undefined, us), features: { family } }));
    const all = [...of(1, 1, 1.01, 1.02, 1.03, 1.04), ...of(2, 1.05, 1.3)];
    const order = (crowding: number) => {
      const history = createHistory({ crowding });
      for (const each of all) history.add(each);
      expect(history.best()?.hash).toBe('1.0');
      return history.rankedStructures().map(({ hash }) => hash);
    };
    expect(order(0)).toEqual(['1.0', '1.1', '1.2', '1.3', '1.4', '2.0', '2.1']);
    expect(order(0.03)).toEqual(['1.0', '1.1', '2.0', '1.2', '1.3', '1.4', '2.1']);
  });
});

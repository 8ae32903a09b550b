import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/random.js';
import { anneal } from '../../src/search/annealing.js';

const task = (seed: number) => ({
  initial: 40,
  neighbour: (x: number, random: { next(): number }) => x + (random.next() < 0.5 ? -1 : 1),
  // A valley at 7 behind a ridge at 20.
  energy: (x: number) => Math.abs(x - 7) / 10 + (Math.abs(x - 20) < 2 ? 0.1 : 0),
  random: createRandom(seed),
  steps: 2000,
  hot: 0.5,
  cold: 0.01,
});

describe('annealing', () => {
  it('crosses a ridge and finds the valley', () => {
    expect(Math.abs(anneal(task(1)) - 7)).toBeLessThanOrEqual(2);
  });

  it('is a function of the seed, and leaves Math.random as it was', () => {
    const original = Math.random;
    const visited = (seed: number) => {
      const seen: number[] = [];
      anneal({ ...task(seed), energy: (x) => seen.push(x) && Math.abs(x - 7) });
      return seen;
    };
    expect(visited(3)).toEqual(visited(3));
    expect(visited(3)).not.toEqual(visited(4));
    expect(Math.random).toBe(original);
  });

  it('restores Math.random when the energy throws', () => {
    const original = Math.random;
    const energy = () => {
      throw new Error('no');
    };
    expect(() => anneal({ ...task(1), energy })).toThrow('no');
    expect(Math.random).toBe(original);
  });
});

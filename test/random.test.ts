import { describe, expect, it } from 'vitest';
import { createRandom } from '../src/random.js';

const take = (random: { uint32(): number }, n: number) => Array.from({ length: n }, () => random.uint32());

describe('createRandom', () => {
  it('repeats for equal seeds and differs for others', () => {
    expect(take(createRandom(7), 20)).toEqual(take(createRandom(7), 20));
    expect(take(createRandom(7), 20)).not.toEqual(take(createRandom(8), 20));
  });

  it('never changes its streams, which recorded runs depend on', () => {
    expect(take(createRandom(1), 3)).toMatchInlineSnapshot(`
      [
        393288148,
        2174103013,
        3814759091,
      ]
    `);
  });

  it('forks by label, whatever was drawn before', () => {
    const parent = createRandom(3);
    const early = take(parent.fork('a'), 5);
    parent.next();
    expect(take(parent.fork('a'), 5)).toEqual(early);
    expect(take(parent.fork('b'), 5)).not.toEqual(early);
    expect(take(createRandom(4).fork('a'), 5)).not.toEqual(early);
  });

  it('is uniform over [0, 1) and over integers', () => {
    const random = createRandom(11);
    const counts = new Array<number>(10).fill(0);
    let sum = 0;
    for (let i = 0; i < 100000; i++) {
      const value = random.next();
      if (!(value >= 0 && value < 1)) throw new Error(`${value} outside [0, 1)`);
      sum += value;
      counts[random.int(10)]++;
    }
    expect(sum / 100000).toBeCloseTo(0.5, 2);
    // Chi-squared with 9 degrees of freedom stays below 27.9 with probability 0.999.
    expect(counts.reduce((chi, count) => chi + (count - 10000) ** 2 / 10000, 0)).toBeLessThan(27.9);
  });
});

import simulatedAnnealing from 'simulated-annealing';
import type { Random } from '../random.js';

export interface Annealing<S> {
  readonly initial: S;
  /** A random state near the given one. */
  neighbour(state: S, random: Random): S;
  /** What to make small. */
  energy(state: S): number;
  readonly random: Random;
  readonly steps: number;
  /** Temperatures at the start and at the end, in units of energy; geometric in between. */
  readonly hot: number;
  readonly cold: number;
}

/** The state of least energy found. Equal seeds give equal states: the library's Math.random is ours while it runs. */
export function anneal<S>({ initial, neighbour, energy, random, steps, hot, cold }: Annealing<S>): S {
  const cooling = (cold / hot) ** (1 / Math.max(1, steps));
  const original = Math.random;
  Math.random = () => random.next();
  try {
    return simulatedAnnealing<S>({
      initialState: initial,
      tempMax: hot,
      tempMin: cold,
      newState: (state) => neighbour(state, random),
      getTemp: (temperature) => temperature * cooling,
      getEnergy: energy,
    });
  } finally {
    Math.random = original;
  }
}

import { type SearchTrial, timeOf } from '../history.js';
import type { Candidate } from '../space.js';
import { admissible, effortOf, type Level, type LevelContext } from './level.js';

/** One walk of several: where it stands, for how many steps it has found nothing better, and where it goes next. */
interface Walker {
  current: SearchTrial | undefined;
  stale: number;
  next: Candidate | undefined;
}

/**
 * Level 1: Metropolis walks over structures, on measured log time. A step is a mutation of the walker's graph whose
 * structure is new; it is always taken when faster and sometimes when slower. Without progress a walker restarts from
 * the best, or from another of the fastest structures. Several walk in turn, so that the next steps of all others
 * compile while one is measured: a single walk would wait for the compiler at every step.
 */
export function* structureLevel(context: LevelContext): Level {
  const { history, options } = context;
  const random = context.random.fork('structures');
  const walkers: Walker[] = Array.from({ length: options.walkers }, () => ({
    current: undefined,
    stale: 0,
    next: undefined,
  }));
  for (let turn = 0; ; turn++) {
    const walker = walkers[turn % walkers.length];
    for (const each of walkers) plan(context, each, walkers, random);
    const step = walker.next;
    const base = walker.current;
    if (!step || !base) {
      if (walkers.every((each) => !each.next)) yield undefined;
      continue;
    }
    walker.next = undefined;
    const bestBefore = timeOf(history.best()) ?? Infinity;
    const inTurn = [...walkers.slice((turn % walkers.length) + 1), ...walkers.slice(0, turn % walkers.length)];
    const trial = yield {
      candidate: step,
      effort: effortOf(context, options.shortMs),
      origin: 'structures',
      upcoming: inTurn.flatMap((each) => (each.next ? [each.next.graph] : [])),
    };
    const time = timeOf(trial);
    walker.stale = time !== undefined && time < bestBefore * (1 - options.gain) ? 0 : walker.stale + 1;
    if (trial && time !== undefined) {
      const rise = Math.log(time / timeOf(base)!);
      if (rise <= 0 || random.next() < Math.exp(-rise / options.walkTemperature)) walker.current = trial;
    }
  }
}

/** Restarts that a walker may take before it passes: some bases have no new neighbours. */
const plannedRestarts = 4;

/** Chooses a walker's next step where it has none, or where another level has been there since. */
function plan(context: LevelContext, walker: Walker, walkers: readonly Walker[], random: LevelContext['random']): void {
  if (walker.next && admissible(context, walker.next)) return;
  const taken = new Set(walkers.flatMap((each) => each.next?.hash ?? []));
  walker.next = undefined;
  for (let i = 0; i < plannedRestarts && !walker.next; i++) {
    if (!walker.current || walker.stale >= context.options.walkPatience || i > 0) {
      walker.current = restart(context.history.rankedStructures(), random.next());
      walker.stale = 0;
    }
    if (!walker.current) return;
    walker.next = chooseMutation(context, walker.current, random, taken);
  }
}

/** The best half of the time; otherwise one of the fastest few, so that a poor best does not hold the walk. */
function restart(ranked: readonly SearchTrial[], draw: number): SearchTrial | undefined {
  if (draw < 0.5) return ranked[0];
  return ranked[Math.floor((draw - 0.5) * 2 * Math.min(8, ranked.length))];
}

/** Several mutations, of which the model picks one; now and then chance does. New structures are preferred. */
function chooseMutation(
  context: LevelContext,
  base: SearchTrial,
  random: LevelContext['random'],
  taken: ReadonlySet<string>,
): Candidate | undefined {
  const { space, options, history, predictor, describe } = context;
  const found = new Map<string, Candidate>();
  for (let i = 0; i < 3 * options.screen && found.size < options.screen; i++) {
    const mutation = space.mutate(base.graph, random);
    if (!mutation) continue;
    const candidate = describe(mutation.graph);
    if (found.has(candidate.hash) || taken.has(candidate.hash) || !admissible(context, candidate)) continue;
    found.set(candidate.hash, candidate);
  }
  const fresh = [...found.values()].filter((each) => !history.triedStructure(each.structure));
  const pool = fresh.length > 0 ? fresh : [...found.values()];
  if (pool.length === 0) return undefined;
  if (random.next() < options.blind) return pool[0];
  predictor.refresh();
  return pool
    .map((candidate) => ({ candidate, prediction: predictor.predict(candidate) }))
    .reduce((a, b) => (b.prediction < a.prediction ? b : a)).candidate;
}

import { type SearchTrial, timeOf } from '../history.js';
import type { Candidate } from '../space.js';
import { admissible, effortOf, type Level, type LevelContext } from './level.js';

/** Neighbours that are compiled ahead: the walk moves on after most steps, and then they are of no use. */
const ahead = 3;

/**
 * Level 1: a Metropolis walk over structures, on measured log time. A step is a mutation of the current graph whose
 * structure is new; it is always taken when faster and sometimes when slower. Without progress the walk restarts from
 * the best, or from another of the fastest structures.
 */
export function* structureLevel(context: LevelContext): Level {
  const { history, options } = context;
  const random = context.random.fork('structures');
  let current: SearchTrial | undefined;
  let stale = 0;
  let failures = 0;
  /** Neighbours of a base that were looked at and not measured: at hand, and perhaps compiled, for the next step from it. */
  let waiting: { base: string; candidates: readonly Candidate[] } = { base: '', candidates: [] };
  while (true) {
    if (!current || stale >= options.walkPatience || failures > 0) {
      current = restart(history.rankedStructures(), random.next());
      stale = 0;
    }
    const known = waiting.base === current?.hash ? waiting.candidates : [];
    const choice = current && chooseMutation(context, current, random, known);
    if (!current || !choice) {
      // Some bases have no new neighbours: try a few others before passing.
      failures = failures >= 4 ? 0 : failures + 1;
      if (failures === 0 || !current) yield undefined;
      continue;
    }
    failures = 0;
    waiting = { base: current.hash, candidates: choice.rest };
    const bestBefore = timeOf(history.best()) ?? Infinity;
    const trial = yield {
      candidate: choice.step,
      effort: effortOf(context, options.shortMs),
      origin: 'structures',
      upcoming: choice.rest.slice(0, ahead).map((each) => each.graph),
    };
    const time = timeOf(trial);
    stale = time !== undefined && time < bestBefore * (1 - options.gain) ? 0 : stale + 1;
    if (trial && time !== undefined) {
      const rise = Math.log(time / timeOf(current)!);
      if (rise <= 0 || random.next() < Math.exp(-rise / options.walkTemperature)) current = trial;
    }
  }
}

/** The best half of the time; otherwise one of the fastest few, so that a poor best does not hold the walk. */
function restart(ranked: readonly SearchTrial[], draw: number): SearchTrial | undefined {
  if (draw < 0.5) return ranked[0];
  return ranked[Math.floor((draw - 0.5) * 2 * Math.min(8, ranked.length))];
}

/**
 * Several mutations, of which the model picks one; now and then chance does. New structures are preferred. `known` are
 * mutations seen before. Returns the others too, the most promising first.
 */
function chooseMutation(
  context: LevelContext,
  base: SearchTrial,
  random: LevelContext['random'],
  known: readonly Candidate[],
): { step: Candidate; rest: Candidate[] } | undefined {
  const { space, options, history, predictor, describe } = context;
  const found = new Map(known.filter((each) => admissible(context, each)).map((each) => [each.hash, each]));
  // At least one is new, or the walk would only ever see one neighbourhood.
  const enough = Math.max(options.screen, found.size + 1);
  let drawn: Candidate | undefined;
  for (let i = 0; i < 3 * options.screen && found.size < enough; i++) {
    const mutation = space.mutate(base.graph, random);
    if (!mutation) continue;
    const candidate = describe(mutation.graph);
    if (found.has(candidate.hash) || !admissible(context, candidate)) continue;
    found.set(candidate.hash, candidate);
    drawn ??= candidate;
  }
  const fresh = [...found.values()].filter((each) => !history.triedStructure(each.structure));
  const pool = fresh.length > 0 ? fresh : [...found.values()];
  if (pool.length === 0) return undefined;
  predictor.refresh();
  const ranked = pool
    .map((candidate) => ({ candidate, prediction: predictor.predict(candidate) }))
    .sort((a, b) => a.prediction - b.prediction)
    .map((each) => each.candidate);
  const blind = random.next() < options.blind;
  const step = blind && drawn && pool.includes(drawn) ? drawn : ranked[0];
  return { step, rest: ranked.filter((each) => each !== step) };
}

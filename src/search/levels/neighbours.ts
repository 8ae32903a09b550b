import { type SearchTrial, timeOf } from '../history.js';
import type { Candidate } from '../space.js';
import { admissible, type Level, type LevelContext, mostPromising } from './level.js';

/** Structures whose neighbours are looked at: the first few. */
const climbed = 3;
/** A structure that became so much faster has its neighbours looked at again. */
const changedBy = 0.97;

/**
 * Level 1, the other half: every structure one operator away from the fastest, so that no improvement in reach is left
 * to chance (hill climbing from what the walks find: a memetic algorithm, Moscato 1989). What the model thinks fast
 * comes first. When another structure takes the lead, its neighbours are looked at instead.
 */
export function* neighbourLevel(context: LevelContext): Level {
  const { history, options } = context;
  const random = context.random.fork('neighbours');
  /** Time of each structure when its neighbours were looked at. */
  const done = new Map<string, number>();
  const isOpen = (trial: SearchTrial) => timeOf(trial)! < changedBy * (done.get(trial.structure) ?? Infinity);
  while (true) {
    const base = history.rankedStructures().slice(0, climbed).find(isOpen);
    if (!base) {
      yield undefined;
      continue;
    }
    const isLead = base === history.best();
    let complete = true;
    for (const candidate of byPrediction(context, base, random)) {
      const leader = history.rankedStructures()[0];
      if (leader.structure !== base.structure && (isLead || isOpen(leader))) {
        complete = false;
        break;
      }
      yield { candidate, budgetMs: options.shortMs, origin: 'neighbours' };
    }
    if (complete) done.set(base.structure, timeOf(base)!);
  }
}

/**
 * The neighbours of a graph that may be measured, the most promising of every few at first, then the rest: to describe
 * them all at once would keep the device waiting. Last what looks like something known, which half of all neighbours are.
 */
function* byPrediction(context: LevelContext, base: SearchTrial, random: LevelContext['random']): Generator<Candidate> {
  const { space, describe, options, twins } = context;
  let waiting: Candidate[] = [];
  const alike: Candidate[] = [];
  const rest: Candidate[] = [];
  for (const graph of shuffled(space.neighbours(base.graph, base.kernel?.idle), random)) {
    const candidate = describe(graph);
    if (!admissible(context, candidate) || waiting.some(({ hash }) => hash === candidate.hash)) continue;
    if (twins.has(candidate)) {
      alike.push(candidate);
      continue;
    }
    waiting.push(candidate);
    if (waiting.length < options.screen) continue;
    const chosen = mostPromising(context, waiting);
    rest.push(...waiting.filter((each) => each !== chosen));
    waiting = [];
    yield chosen;
  }
  rest.push(...waiting);
  while (rest.length > 0) {
    const chosen = mostPromising(context, rest);
    rest.splice(rest.indexOf(chosen), 1);
    // It may have been measured meanwhile, or pruned by what was learned.
    if (admissible(context, chosen)) yield chosen;
  }
  for (const candidate of alike) if (admissible(context, candidate)) yield candidate;
}

/** In random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: LevelContext['random']): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

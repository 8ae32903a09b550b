import { type SearchTrial, timeOf } from '../history.js';
import type { Candidate } from '../space.js';
import { admissible, type Level, type LevelContext, mostPromising } from './level.js';

/** One walk of several. */
interface Walker {
  /** Where it stands. */
  current: SearchTrial | undefined;
  /** Steps in which it has found nothing better. */
  stale: number;
  /** The step that is not measured yet, and the best time when it was chosen. */
  step: { readonly candidate: Candidate; readonly bestUs: number } | undefined;
}

/**
 * Level 1: Metropolis walks over structures, on measured log time. A step is a mutation of the walker's graph whose
 * structure is new; it is always taken when faster and sometimes when slower. Without progress a walker restarts from
 * the best, or from another that deserves work. Several walk in turn, so that there are steps to propose while
 * those of others are compiled and measured.
 */
export function* structureLevel(context: LevelContext): Level {
  const random = context.random.fork('structures');
  const walkers = Array.from({ length: context.options.walkers }, (): Walker => {
    return { current: undefined, stale: 0, step: undefined };
  });
  while (true) {
    let passed = true;
    for (const walker of walkers) {
      if (walker.step) arrive(context, walker, walker.step, random);
      if (walker.step) continue;
      const candidate = nextStep(context, walker, random);
      if (!candidate) continue;
      walker.step = { candidate, bestUs: timeOf(context.history.best()) ?? Infinity };
      passed = false;
      yield { candidate, budgetMs: context.options.shortMs, origin: 'structures' };
    }
    if (passed) yield undefined;
  }
}

/** Takes the measured step, or stays. */
function arrive(
  { history, options }: LevelContext,
  walker: Walker,
  { candidate, bestUs }: NonNullable<Walker['step']>,
  random: LevelContext['random'],
): void {
  const trial = history.latest(candidate.hash);
  if (!trial) return;
  walker.step = undefined;
  const time = timeOf(trial);
  walker.stale = time !== undefined && time < bestUs * (1 - options.gain) ? 0 : walker.stale + 1;
  // What made no difference is not taken along.
  if (time === undefined || !history.measured(candidate.hash)) return;
  const rise = Math.log(time / (timeOf(walker.current) ?? Infinity));
  if (rise <= 0 || random.next() < Math.exp(-rise / options.walkTemperature)) walker.current = trial;
}

/** Restarts that a walker may take before it passes: some bases have no new neighbours. */
const plannedRestarts = 4;

/** Chooses a walker's next step, from where it stands or after a restart. */
function nextStep(context: LevelContext, walker: Walker, random: LevelContext['random']): Candidate | undefined {
  for (let i = 0; i < plannedRestarts; i++) {
    if (!walker.current || walker.stale >= context.options.walkPatience || i > 0) {
      walker.current = restart(context, random);
      walker.stale = 0;
    }
    if (!walker.current) return undefined;
    const candidate = lighter(context, walker.current) ?? chooseMutation(context, walker.current, random);
    if (candidate) return candidate;
  }
  return undefined;
}

/**
 * The walker's graph less what does no work, where that is new: no step is to be wasted on changing such parts
 * (introns, in genetic programming; Brameier and Banzhaf 2001 remove them as well).
 */
function lighter(context: LevelContext, { graph, kernel }: SearchTrial): Candidate | undefined {
  if (!kernel?.idle) return undefined;
  const candidate = context.describe(context.space.withoutLeaves(graph, kernel.idle));
  return admissible(context, candidate) ? candidate : undefined;
}

/** Structures that a walker may restart from, or take parts of. */
const firstFew = 8;

/**
 * The best in two of five; as often one of the first few, so that a poor best does not hold the walk; else any that is
 * promising.
 */
function restart({ history, options }: LevelContext, random: LevelContext['random']): SearchTrial | undefined {
  const ranked = history.rankedStructures();
  const draw = random.next();
  if (draw < 0.4) return ranked[0];
  if (draw < 0.8) return ranked[random.int(Math.max(1, Math.min(firstFew, ranked.length)))];
  const limit = (timeOf(ranked[0]) ?? 0) * options.promising;
  const promising = ranked.filter((trial) => timeOf(trial)! <= limit);
  return promising[random.int(Math.max(1, promising.length))];
}

/** Several mutations, of which the model picks one; now and then chance does. New structures are preferred. */
function chooseMutation(
  context: LevelContext,
  base: SearchTrial,
  random: LevelContext['random'],
): Candidate | undefined {
  const { space, options, history, describe } = context;
  const found = new Map<string, Candidate>();
  const partners = history.rankedStructures().slice(0, firstFew);
  for (let i = 0; i < 3 * options.screen && found.size < options.screen; i++) {
    const partner = partners[random.int(Math.max(partners.length, 1))];
    const mutation = space.mutate(base.graph, random, { partner: partner?.graph, idle: base.kernel?.idle });
    if (!mutation) continue;
    const candidate = describe(mutation.graph);
    if (found.has(candidate.hash) || !admissible(context, candidate)) continue;
    found.set(candidate.hash, candidate);
  }
  const fresh = [...found.values()].filter((each) => !history.triedStructure(each.structure));
  const pool = fresh.length > 0 ? fresh : [...found.values()];
  if (pool.length === 0) return undefined;
  if (random.next() < options.blind) return pool[0];
  return mostPromising(context, pool);
}

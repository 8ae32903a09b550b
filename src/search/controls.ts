import type { ParamValue } from '../graph/graph.js';
import type { LevelContext, Proposal } from './levels/level.js';
import { axisKey, type Candidate } from './space.js';
import type { Strategy } from './strategy.js';

/**
 * The plain searches that ours must beat, for comparison only. Both try the baseline first, and neither learns
 * anything from what it measured.
 */

/** Random walks from random seeds, with random parameters. */
export const randomSearch: Strategy = function* (context) {
  const { space, describe, history } = context;
  const random = context.random.fork('random search');
  const seeds = space.seeds().map((seed) => seed.graph);
  yield propose(context, describe(seeds[0]), 'random');
  for (let misses = 0; misses < 200; ) {
    let graph = seeds[random.int(seeds.length)];
    for (let i = random.int(4); i > 0; i--) graph = space.mutate(graph, random)?.graph ?? graph;
    const values = space.axes(graph).map((axis): [string, ParamValue] => [axisKey(axis), pick(axis.fine, random)]);
    const candidate = describe(space.withAxes(graph, new Map(values)));
    if (history.tried(candidate.hash) || context.refusal(candidate) !== undefined) {
      misses++;
      continue;
    }
    misses = 0;
    yield propose(context, candidate, 'random');
  }
};

/** The coarse grid of each seed, in order. */
export const gridSearch: Strategy = function* (context) {
  const { space, describe, history } = context;
  const seeds = space.seeds().map((seed) => seed.graph);
  yield propose(context, describe(seeds[0]), 'grid');
  for (const graph of seeds) {
    const axes = space.axes(graph).filter((axis) => axis.coarse.length > 0);
    const size = axes.reduce((product, axis) => product * axis.coarse.length, 1);
    for (let index = 0; index < size; index++) {
      let rest = index;
      const values = new Map<string, ParamValue>();
      for (const axis of axes) {
        values.set(axisKey(axis), axis.coarse[rest % axis.coarse.length]);
        rest = Math.floor(rest / axis.coarse.length);
      }
      const candidate = describe(space.withAxes(graph, values));
      if (!history.tried(candidate.hash) && context.refusal(candidate) === undefined) {
        yield propose(context, candidate, 'grid');
      }
    }
  }
};

function propose(context: LevelContext, candidate: Candidate, origin: string): Proposal {
  return { candidate, budgetMs: context.options.shortMs, origin };
}

function pick(values: readonly ParamValue[], random: LevelContext['random']): ParamValue {
  return values[random.int(values.length)];
}

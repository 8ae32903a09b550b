import { priorLogTime } from '../prior.js';
import { admissible, effortOf, type Level, type LevelContext } from './level.js';

/**
 * The named formats. The baseline comes first, so any prefix of a search is at least as good as no search; then the
 * others, most promising first by the prior, so that a short search has the good ones.
 * @param more whether seeds may still be tried; the baseline is tried in any case
 */
export function* seedLevel(context: LevelContext, more: () => boolean): Level {
  const { space, options, describe, target } = context;
  const [baseline, ...others] = space.seeds().map(({ name, graph }) => ({ name, candidate: describe(graph) }));
  if (!baseline) return;
  // The sort is stable: of equals the simpler, which the space lists first, stays first.
  const order = others
    .map((seed) => ({ ...seed, prior: priorLogTime(seed.candidate.features, target) }))
    .sort((a, b) => a.prior - b.prior);
  const graphs = order.map((seed) => seed.candidate.graph);
  yield {
    candidate: baseline.candidate,
    effort: { budgetMs: options.longMs },
    origin: baseline.name,
    upcoming: graphs,
  };
  for (const [i, { name, candidate }] of order.entries()) {
    if (!more()) return;
    if (!admissible(context, candidate)) continue;
    yield { candidate, effort: effortOf(context, options.shortMs), origin: name, upcoming: graphs.slice(i + 1) };
  }
}

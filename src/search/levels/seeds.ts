import { priorLogTime } from '../prior.js';
import { admissible, type Level, type LevelContext } from './level.js';

/**
 * The named formats. The baseline comes first, so any prefix of a search is at least as good as no search; then, in
 * turns, two that are promising by the prior and the simplest, so that a short search has good ones even where the
 * prior is wrong. The promising go first: of a matrix with millions of entries a short search measures few.
 * @param more whether seeds may still be tried; the baseline is tried in any case
 */
export function* seedLevel(context: LevelContext, more: () => boolean): Level {
  const { space, options, describe, target } = context;
  const [baseline, ...others] = space.seeds().map(({ name, graph }) => ({ name, candidate: describe(graph) }));
  if (!baseline) return;
  const byPrior = others
    .map((seed) => ({ ...seed, prior: priorLogTime(seed.candidate.features, target) }))
    .sort((a, b) => a.prior - b.prior);
  const order = [
    ...new Map(
      byPrior
        .flatMap((seed, i) => (i % 2 === 1 ? [seed, others[(i - 1) / 2]] : [seed]))
        .map((seed) => [seed.name, seed]),
    ).values(),
  ];
  yield { candidate: baseline.candidate, budgetMs: options.longMs, origin: baseline.name };
  for (const { name, candidate } of order) {
    if (!more()) return;
    if (admissible(context, candidate)) yield { candidate, budgetMs: options.shortMs, origin: name };
  }
}

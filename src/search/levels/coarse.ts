import type { ParamValue } from '../../graph/graph.js';
import { type SearchTrial, timeOf } from '../history.js';
import { axisKey, type Candidate } from '../space.js';
import { admissible, type Level, type LevelContext, measureAll } from './level.js';

/** Of a large grid's axes, so many change in a random point: more, and hardly a point is legal. */
const changedShare = 0.3;

/**
 * Level 2: the coarse parameter grid of each promising structure, fastest structure first, each once, by successive
 * halving: all points shortly, the survivors longer.
 */
export function* coarseLevel(context: LevelContext): Level {
  const { history, options } = context;
  const done = new Set<string>();
  const met = new Set<string>();
  while (true) {
    const limit = (timeOf(history.best()) ?? Infinity) * options.promising;
    const next = history.rankedStructures().find((each) => !done.has(each.structure) && timeOf(each)! <= limit);
    if (!next) {
      yield undefined;
      continue;
    }
    done.add(next.structure);
    yield* halve(context, next, met);
  }
}

function* halve(context: LevelContext, incumbent: SearchTrial, met: Set<string>): Level {
  const { options, history, describe } = context;
  const trials = yield* measureAll(context, coarsePoints(context, incumbent, met), options.shortMs, 'coarse');
  const survivors = trials
    .filter((trial) => timeOf(trial) !== undefined)
    .sort((a, b) => timeOf(a)! - timeOf(b)!)
    .slice(0, Math.ceil(trials.length / options.halving))
    // Measuring longer pays only where the answer could still change what is best.
    .filter((trial) => timeOf(trial)! <= (timeOf(history.best()) ?? Infinity) * 1.1);
  yield* measureAll(
    context,
    survivors.map((trial) => describe(trial.graph)),
    options.longMs,
    'coarse',
  );
}

/**
 * Points of the coarse grid that are worth measuring: the whole grid where it is small; else all that differ from the
 * incumbent in one axis, and random others that differ in some. Up to half of those chosen are chosen for
 * a value that none was chosen for before, since the model cannot judge what it has not seen; the rest is what it thinks
 * fastest.
 * @param met values that points were chosen for, with the kind of their axis; takes in the new ones
 */
export function coarsePoints(context: LevelContext, incumbent: SearchTrial, met: Set<string>): Candidate[] {
  const { space, options, predictor, describe } = context;
  const random = context.random.fork(`coarse ${incumbent.hash}`);
  const axes = space.axes(incumbent.graph, incumbent.kernel?.idle).filter((axis) => axis.coarse.length > 1);
  const found = new Map<string, Candidate>();
  const consider = (values: ReadonlyMap<string, ParamValue>): Candidate | undefined => {
    const candidate = describe(space.withAxes(incumbent.graph, values));
    if (!found.has(candidate.hash) && admissible(context, candidate)) found.set(candidate.hash, candidate);
    return found.get(candidate.hash);
  };
  const news = new Map<Candidate, string>();
  for (const axis of axes) {
    for (const value of axis.coarse) {
      const candidate = consider(new Map([[axisKey(axis), value]]));
      const what = `${axis.kind} ${JSON.stringify(value)}`;
      if (candidate && !met.has(what)) news.set(candidate, what);
    }
  }

  const size = axes.reduce((product, axis) => product * axis.coarse.length, 1);
  if (size <= 4 * options.coarsePoints) {
    for (let index = 0; index < size; index++) {
      let rest = index;
      const values = new Map<string, ParamValue>();
      for (const axis of axes) {
        values.set(axisKey(axis), axis.coarse[rest % axis.coarse.length]);
        rest = Math.floor(rest / axis.coarse.length);
      }
      consider(values);
    }
  } else {
    for (let i = 0; i < 4 * options.coarsePoints; i++) {
      const changed = axes.filter(() => random.next() < changedShare);
      consider(new Map(changed.map((axis) => [axisKey(axis), axis.coarse[random.int(axis.coarse.length)]])));
    }
  }
  predictor.refresh();
  const ranked = [...found.values()]
    .map((candidate) => ({ candidate, prediction: predictor.predict(candidate) }))
    .sort((a, b) => a.prediction - b.prediction)
    .map((each) => each.candidate);
  // Two thirds of all points of recorded grids made a kernel that was known.
  const unmet = context.twins.distinct(news.keys(), Math.floor(options.coarsePoints / 2));
  for (const candidate of unmet) met.add(news.get(candidate)!);
  return context.twins.distinct([...unmet, ...ranked], options.coarsePoints);
}

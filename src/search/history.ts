import type { Trial } from '../tuneTypes.js';
import { type Candidate, type Features, featureOf } from './space.js';

/** A trial with what the space said of its graph, so that a log is enough to train on or to replay. */
export interface SearchTrial extends Trial {
  readonly structure: string;
  readonly features: Features;
  readonly complexity: number;
}

/** Measured microseconds of a trial that ended well, undefined otherwise. */
export function timeOf(trial: SearchTrial | undefined): number | undefined {
  const time = trial?.outcome === 'ok' ? trial.timing?.warmUs : undefined;
  return time !== undefined && Number.isFinite(time) && time > 0 ? time : undefined;
}

/** Spread of a trial's time in microseconds; undefined where a single sample cannot tell. */
export function spreadOf(trial: SearchTrial | undefined): number | undefined {
  return timeOf(trial) !== undefined && trial!.timing!.samples > 1 ? trial!.timing!.spreadUs : undefined;
}

/** All that has been measured, and what follows from it. Every decision of the search is a function of this. */
export interface History {
  readonly trials: readonly SearchTrial[];
  add(trial: SearchTrial): void;
  /** Counts a candidate as tried although it is yet to be measured. */
  expect(candidate: Candidate, budgetMs: number): void;
  /** Measurements expected or made. */
  proposed(): number;
  /** The last measurement of a graph, however it ended; undefined while it is only expected. */
  latest(hash: string): SearchTrial | undefined;
  /** The fastest eligible kernel, by each graph's most thorough measurement. */
  best(): SearchTrial | undefined;
  /** Eligible kernels, fastest first, each once, with the simplest graph that made it. Goes with the history. */
  ranked(): readonly SearchTrial[];
  /** The fastest of each structure among the fastest kernels, in the order in which they deserve work: the best of all first. */
  rankedStructures(): readonly SearchTrial[];
  /** Whether a graph was tried at all, or at least as thoroughly as a given device time, or is about to be. */
  tried(hash: string, budgetMs?: number): boolean;
  triedStructure(structure: string): boolean;
  /** The most thorough measurement of a graph that ended well; undefined where a graph as simple made the same kernel before. */
  measured(hash: string): SearchTrial | undefined;
  /** Time of the first kernel that ran, the unit of the cost model. */
  referenceUs(): number | undefined;
  /** Trials since the best last improved by more than noise. */
  sinceGain(): number;
}

export interface HistoryOptions {
  /** Which trials may win; others still teach the model. Default: all. */
  readonly eligible?: (trial: SearchTrial) => boolean;
  /** See `SearchOptions`, as the next. Default 0. */
  readonly gain?: number;
  readonly crowding?: number;
}

/** Kernels that are looked at for structures that deserve work. With all, a search of 8,000 trials spent a fifth of its own
 * time on it. */
const mostRanked = 1000;

export function createHistory({ eligible = () => true, gain = 0, crowding = 0 }: HistoryOptions = {}): History {
  const trials: SearchTrial[] = [];
  /** Longest device time, expected or spent, by graph. */
  const efforts = new Map<string, number>();
  const latest = new Map<string, SearchTrial>();
  const waiting = new Set<string>();
  /** The simplest graph that made each kernel. Only it is ranked: another's parts that make no difference are ballast. */
  const makers = new Map<string, SearchTrial>();
  const thorough = new Map<string, SearchTrial>();
  const structures = new Set<string>();
  const ranking: SearchTrial[] = [];
  let leaders: SearchTrial[] | undefined;
  let referenceUs: number | undefined;
  let lastGain = 0;
  let gainUs = Infinity;

  /** Takes note of what is now the most thorough measurement of a graph, or that there is none. */
  const setThorough = (hash: string, trial: SearchTrial | undefined) => {
    const before = thorough.get(hash);
    if (before && eligible(before)) ranking.splice(ranking.indexOf(before), 1);
    if (trial && eligible(trial)) ranking.splice(placeOf(ranking, trial), 0, trial);
    if (trial) thorough.set(hash, trial);
    else thorough.delete(hash);
    leaders = undefined;
  };

  const note = ({ hash, structure }: Candidate, budgetMs: number) => {
    structures.add(structure);
    efforts.set(hash, Math.max(efforts.get(hash) ?? 0, budgetMs));
  };
  /** Whether another graph stands for this trial's kernel. A simpler one takes its place. */
  const isTwin = (trial: SearchTrial, time: number | undefined) => {
    const key = trial.kernel?.key;
    if (key === undefined) return false;
    const maker = makers.get(key);
    if (maker?.hash === trial.hash) return false;
    if (time === undefined || (maker && maker.complexity <= trial.complexity)) return maker !== undefined;
    makers.set(key, trial);
    if (maker) setThorough(maker.hash, undefined);
    return false;
  };

  return {
    trials,
    expect(candidate, budgetMs) {
      note(candidate, budgetMs);
      waiting.add(measurementKey(candidate.hash, budgetMs));
    },
    proposed: () => trials.length + waiting.size,
    latest: (hash) => latest.get(hash),
    add(trial) {
      waiting.delete(measurementKey(trial.hash, trial.effort.budgetMs));
      trials.push(trial);
      note(trial, trial.effort.budgetMs);
      const effort = latest.get(trial.hash)?.effort.budgetMs ?? 0;
      latest.set(trial.hash, trial);
      const time = timeOf(trial);
      if (isTwin(trial, time)) return;
      if (time === undefined) {
        // A kernel that failed once, after it went well, is not to be trusted.
        setThorough(trial.hash, undefined);
        return;
      }
      referenceUs ??= time;
      if (trial.effort.budgetMs >= effort) setThorough(trial.hash, trial);
      if (eligible(trial) && time < gainUs * (1 - gain)) {
        gainUs = time;
        lastGain = trials.length;
      }
    },
    best: () => ranking[0],
    ranked: () => ranking,
    rankedStructures() {
      if (!leaders) {
        const first = new Map<string, SearchTrial>();
        for (const trial of ranking.slice(0, mostRanked))
          if (!first.has(trial.structure)) first.set(trial.structure, trial);
        leaders = shared([...first.values()], crowding);
      }
      return leaders;
    },
    tried: (hash, budgetMs = 0) => efforts.has(hash) && efforts.get(hash)! >= budgetMs,
    triedStructure: (structure) => structures.has(structure),
    measured: (hash) => thorough.get(hash),
    referenceUs: () => referenceUs,
    sinceGain: () => trials.length - lastGain,
  };
}

/**
 * Structures, fastest first, as they deserve work. Each counts as slower the more of its family are faster, so that a
 * family that is near the best is worked at before the best's hundredth variant (fitness sharing, Goldberg and
 * Richardson 1987).
 */
function shared(structures: readonly SearchTrial[], crowding: number): SearchTrial[] {
  const faster = new Map<number, number>();
  return structures
    .map((trial) => {
      const family = featureOf(trial.features, 'family') ?? 0;
      const before = faster.get(family) ?? 0;
      faster.set(family, before + 1);
      return { trial, time: timeOf(trial)! * (1 + crowding * before) };
    })
    .sort((a, b) => a.time - b.time)
    .map(({ trial }) => trial);
}

/** Identity of a measurement: a graph may be measured shortly, and again for longer. */
export function measurementKey(hash: string, budgetMs: number): string {
  return `${hash} ${budgetMs}`;
}

/** Where a trial belongs in a list of the fastest first; of equally fast ones the earlier comes first. */
function placeOf(ranking: readonly SearchTrial[], trial: SearchTrial): number {
  const time = timeOf(trial)!;
  let [low, high] = [0, ranking.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = timeOf(ranking[middle])!;
    if (other < time || (other === time && ranking[middle].index < trial.index)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The trial that an evaluation of a candidate makes. */
export function trialOf(candidate: Candidate, rest: Omit<Trial, 'graph' | 'hash'>): SearchTrial {
  return { ...rest, ...candidate };
}

import type { Trial } from '../tuneTypes.js';
import type { Candidate, Features } from './space.js';

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
  /** The fastest eligible kernel, by each graph's most thorough measurement. */
  best(): SearchTrial | undefined;
  /** Eligible kernels, fastest first, one a graph. */
  ranked(): SearchTrial[];
  /** The fastest of each structure, fastest first. */
  rankedStructures(): SearchTrial[];
  /** Whether a graph was tried at all, or at least as thoroughly as a given device time. */
  tried(hash: string, budgetMs?: number): boolean;
  triedStructure(structure: string): boolean;
  /** The most thorough measurement of a graph that ended well. */
  measured(hash: string): SearchTrial | undefined;
  /** Time of the first kernel that ran, the unit of the cost model. */
  referenceUs(): number | undefined;
  /** Trials since the best last improved by more than noise. */
  sinceGain(): number;
}

/** @param eligible which trials may win; others still teach the model
 *  @param gain smallest improvement that counts, as a share of the time */
export function createHistory(eligible: (trial: SearchTrial) => boolean = () => true, gain = 0): History {
  const trials: SearchTrial[] = [];
  const efforts = new Map<string, number>();
  const thorough = new Map<string, SearchTrial>();
  const structures = new Set<string>();
  let cached: SearchTrial[] | undefined;
  let lastGain = 0;
  let gainUs = Infinity;

  const ranked = () => {
    cached ??= [...thorough.values()].filter(eligible).sort((a, b) => timeOf(a)! - timeOf(b)! || a.index - b.index);
    return cached;
  };

  return {
    trials,
    add(trial) {
      trials.push(trial);
      structures.add(trial.structure);
      const effort = efforts.get(trial.hash) ?? 0;
      efforts.set(trial.hash, Math.max(effort, trial.effort.budgetMs));
      const time = timeOf(trial);
      if (time === undefined) {
        // A kernel that failed once, after it went well, is not to be trusted.
        if (thorough.delete(trial.hash)) cached = undefined;
        return;
      }
      if (trial.effort.budgetMs >= effort) {
        thorough.set(trial.hash, trial);
        cached = undefined;
      }
      if (eligible(trial) && time < gainUs * (1 - gain)) {
        gainUs = time;
        lastGain = trials.length;
      }
    },
    best: () => ranked()[0],
    ranked: () => [...ranked()],
    rankedStructures() {
      const first = new Map<string, SearchTrial>();
      for (const trial of ranked()) if (!first.has(trial.structure)) first.set(trial.structure, trial);
      return [...first.values()];
    },
    tried: (hash, budgetMs = 0) => efforts.has(hash) && efforts.get(hash)! >= budgetMs,
    triedStructure: (structure) => structures.has(structure),
    measured: (hash) => thorough.get(hash),
    referenceUs: () => trials.map(timeOf).find((time) => time !== undefined),
    sinceGain: () => trials.length - lastGain,
  };
}

/** The trial that an evaluation of a candidate makes. */
export function trialOf(candidate: Candidate, rest: Omit<Trial, 'graph' | 'hash'>): SearchTrial {
  return { ...rest, ...candidate };
}

import type { Evaluator } from './evaluator.js';
import { type History, type SearchTrial, timeOf } from './history.js';
import type { SearchOptions } from './options.js';
import type { SearchSpace } from './space.js';

/** A finalist's repeated measurement. */
export interface Finalist {
  readonly trial: SearchTrial;
  /** Median over the rounds of the warm medians, in microseconds. */
  readonly timeUs: number;
  /** Half the range over rounds and samples that stands for noise, in microseconds. */
  readonly spreadUs: number;
  readonly coldUs?: number;
  /** Warm medians round by round, in microseconds; those of one round were taken in turns. */
  readonly rounds?: readonly number[];
}

/**
 * Measures the fastest few again, and with them the baseline and the fastest seed, in turns, so that drift of clocks and
 * neighbours hits all alike; then orders them: of those that noise cannot tell from the fastest, the simplest comes first. A finalist that fails is dropped.
 * Without trials, or when the signal has fired, what the search measured stands.
 */
export async function chooseFinal(
  history: History,
  evaluator: Evaluator,
  options: SearchOptions,
  space: Pick<SearchSpace, 'seeds' | 'hash'>,
  { signal, deadlineMs = Infinity }: { signal?: AbortSignal; deadlineMs?: number } = {},
): Promise<Finalist[]> {
  const ranked = history.ranked();
  const [baseline, ...seeds] = space.seeds().map((seed) => space.hash(seed.graph));
  const compared = [
    ranked.find((trial) => trial.hash === baseline),
    ranked.find((trial) => trial.hash === baseline || seeds.includes(trial.hash)),
  ];
  const trials = new Set([...ranked.slice(0, options.finalists), ...compared.filter((trial) => trial !== undefined)]);
  const samples = new Map([...trials].map((trial) => [trial, [] as { us: number; spread: number; cold?: number }[]]));
  const start = performance.now();
  const measureRound = async (cold: boolean): Promise<boolean> => {
    for (const trial of [...samples.keys()]) {
      if (signal?.aborted || performance.now() - start > deadlineMs) return false;
      const { timing, outcome } = await evaluator.evaluate(trial.graph, { budgetMs: options.finalMs, cold });
      if (outcome !== 'ok' || !timing) samples.delete(trial);
      else samples.get(trial)?.push({ us: timing.warmUs, spread: timing.spreadUs, cold: timing.coldUs });
    }
    return true;
  };
  try {
    for (let round = 1; round <= options.finalRounds; round++) {
      if (!(await measureRound(round === options.finalRounds))) break;
    }
  } catch {
    // The evaluator is beyond repair. What was measured until then still decides.
  }
  // Times from the search and from the final do not compare: drift lies between them.
  const complete = [...samples.values()].every((taken) => taken.length > 0);
  const finalists = [...samples].map(([trial, taken]) => (complete ? combine(trial, taken) : asSearched(trial)));
  return orderFinalists(finalists, options.noise);
}

function asSearched(trial: SearchTrial): Finalist {
  return { trial, timeUs: timeOf(trial)!, spreadUs: trial.timing!.spreadUs, coldUs: trial.timing!.coldUs };
}

function combine(trial: SearchTrial, taken: readonly { us: number; spread: number; cold?: number }[]): Finalist {
  const times = taken.map((sample) => sample.us);
  const range = Math.max(...times) - Math.min(...times);
  return {
    trial,
    timeUs: median(times),
    rounds: times,
    spreadUs: Math.max(range / 2, ...taken.map((sample) => sample.spread)),
    coldUs: taken.find((sample) => sample.cold !== undefined)?.cold,
  };
}

/** Fastest first, except that of those not told apart from the fastest the simplest leads; then the least bytes. */
export function orderFinalists(finalists: readonly Finalist[], noise: number): Finalist[] {
  const sorted = [...finalists].sort((a, b) => a.timeUs - b.timeUs);
  const [fastest] = sorted;
  if (!fastest) return [];
  const tied = sorted.filter((each) => toldApart(fastest, each, noise) === false);
  tied.sort(
    (a, b) =>
      a.trial.complexity - b.trial.complexity ||
      (a.trial.kernel?.bytes ?? 0) - (b.trial.kernel?.bytes ?? 0) ||
      a.timeUs - b.timeUs,
  );
  return [...tied, ...sorted.filter((each) => !tied.includes(each))];
}

/** Rounds that must all agree before they tell two apart whose spreads overlap: by chance they do so once in 16. */
const agreeingRounds = 5;

/**
 * Whether the difference of two times exceeds their spreads and the least noise; or whether one won every round by more
 * than that noise, since what disturbs a machine for longer disturbs both sides of a round.
 */
function toldApart(a: Finalist, b: Finalist, noise: number): boolean {
  const [ours, theirs] = [a.rounds ?? [], b.rounds ?? []];
  if (ours.length >= agreeingRounds && ours.length === theirs.length) {
    if (ours.every((us, round) => us * (1 + noise) < theirs[round])) return true;
    if (theirs.every((us, round) => us * (1 + noise) < ours[round])) return true;
  }
  const least = noise * Math.min(a.timeUs, b.timeUs);
  return Math.abs(a.timeUs - b.timeUs) > Math.max(a.spreadUs, b.spreadUs, least);
}

/** Middle value; mean of the middle two for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

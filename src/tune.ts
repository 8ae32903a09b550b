import { join } from 'node:path';
import { asStored, type StorageError } from './codegen/storedValues.js';
import { cacheFolder } from './device/cacheFolder.js';
import type { Device, Timing } from './device/device.js';
import { type TakeDevice, turnsOn } from './device/exclusive.js';
import { AlphaSparseError, messageOf } from './errors.js';
import { textHash } from './graph/identity.js';
import { transpose, transposedSlots } from './matrix/csr.js';
import type { CsrMatrix } from './matrix/csrMatrix.js';
import { patternHash } from './matrix/hash.js';
import { type CachedKernel, covers, createKernelCache } from './search/cache.js';
import { type SearchResult, search } from './search/driver.js';
import type { Evaluator } from './search/evaluator.js';
import { chooseFinal, type Finalist } from './search/final.js';
import { openTrainer } from './search/model/trainer.js';
import { loadXgboost } from './search/model/xgboost.js';
import { searchDefaults } from './search/options.js';
import type { SearchSpace } from './search/space.js';
import { createSearchSpace } from './space/index.js';
import type { TunedKernel, TuneOptions, TuneReport } from './tuneTypes.js';
import { seedBaselines, vendorBaselines } from './tuning/baselines.js';
import { breakEven } from './tuning/breakEven.js';
import { cacheKey } from './tuning/cacheKey.js';
import { deviceFor, remember } from './tuning/devices.js';
import { openEvaluator } from './tuning/evaluator.js';
import { logHeader, openLog, warmSamples } from './tuning/logs.js';
import { countOutcomes, reportBase, sumSeconds } from './tuning/report.js';
import { type Settings, settingsOf } from './tuning/settings.js';
import { createTunedKernel } from './tuning/tunedKernel.js';
import { buildWinner, type Winner } from './tuning/winner.js';

const warn = (message: string) => process.emitWarning(message, 'AlphaSparseWarning');

/**
 * Searches the fastest kernel for a matrix on a device, verified, and returns it ready to run. A kernel from the cache
 * is verified and timed again. When `signal` fires, the best so far is returned with `report.interrupted`.
 * @throws AlphaSparseError 'usage' for bad options, 'no-device', 'aborted' when the signal fires before anything ran,
 * or why no kernel could be made.
 */
export async function tune(given: CsrMatrix, options: TuneOptions = {}): Promise<TunedKernel> {
  const chosen = settingsOf(options);
  if (options.signal?.aborted) throw aborted();
  const start = performance.now();
  const matrix = options.transpose ? transpose(given) : given;
  const slots = options.transpose ? transposedSlots(given) : undefined;
  // The search is about the values as they are stored: they decide which results are right.
  const { matrix: stored, storageError } = asStored(matrix, chosen.valueStorage);
  const place = await deviceFor(chosen.choice, options.beside);
  const { device, choice } = place;
  const settings = { ...chosen, choice };
  const kernelOf = ({ winner, report }: { winner: Winner; report: TuneReport }) =>
    remember(createTunedKernel(matrix, winner, device, withError(report, storageError), slots), place);
  try {
    const { info } = device;
    if (!info.dtypes.includes(settings.dtype)) {
      throw new AlphaSparseError('usage', `${info.name} has no ${settings.dtype}; it has ${info.dtypes.join(', ')}`);
    }
    const hash = patternHash(matrix);
    const key = cacheKey(hash, settings, info);
    const cache = createKernelCache(join(cacheFolder(), 'tuned'), warn);
    if (settings.cache && !settings.resume) {
      const entry = await cache.get(key);
      const kernel =
        entry && covers(entry, settings) && (await fromCache(stored, hash, settings, device, entry, start));
      if (kernel) return kernelOf(kernel);
    }
    const { report, winner, entry } = await searched(stored, hash, settings, options, device, start);
    if (settings.cache && entry) await cache.put(key, entry);
    return kernelOf({ winner, report });
  } catch (error) {
    await device.close();
    throw error;
  }
}

function withError(report: TuneReport, storageError: StorageError | undefined): TuneReport {
  return storageError ? { ...report, best: { ...report.best, storageError } } : report;
}

/** The winner on the device of the caller, with what is timed there. */
async function measureWinner(
  matrix: CsrMatrix,
  finalists: readonly Finalist[],
  settings: Settings,
  device: Device,
  signal: AbortSignal | undefined,
) {
  const takeDevice = turnsOn(device.info, settings.choice);
  const { finalist, winner } = await firstThatHolds(matrix, finalists, settings, device, takeDevice);
  // A final that ran out of time has not come to the cold caches.
  const coldUs = finalist.coldUs ?? (signal?.aborted ? undefined : (await timeAlone(winner, takeDevice)).coldUs);
  const vendor = signal?.aborted ? [] : await vendorBaselines(matrix, device, settings, warn, takeDevice);
  return { finalist, winner, coldUs, vendor };
}

/** Everything between an open device and a verified winner. */
async function searched(
  matrix: CsrMatrix,
  hash: string,
  settings: Settings,
  options: TuneOptions,
  device: Device,
  start: number,
): Promise<{ report: TuneReport; winner: Winner; entry?: CachedKernel }> {
  const { signal } = options;
  const { target } = device.info;
  const { seed, budgetMs, deterministic, pruning, patience } = settings;
  const header = logHeader(hash, settings, device.info);
  const log = openLog(settings, header, warn);
  const trainer = openTrainer();
  let evaluator: Evaluator | undefined;
  try {
    evaluator = await openEvaluator(matrix, settings);
    const space = createSearchSpace(matrix, target);
    // Nothing to gain where there is nothing to multiply.
    const trials = matrix.nnz === 0 ? 1 : settings.trials;
    const limits = { ...searchDefaults, budgetMs, trials, seed, deterministic, pruning, patience };
    const result = await search({
      space,
      evaluator,
      options: limits,
      signal,
      log,
      resume: log?.earlier,
      warm: settings.warmStart ? warmSamples(header) : [],
      boost: await loadXgboost(),
      trainAside: trainer.train,
      onTrial: options.onTrial,
      spentMs: performance.now() - start,
    });
    if (!result.history.best()) throw nothingRan(result, signal);

    const finalStart = performance.now();
    const deadlineMs = Math.max(budgetMs - (finalStart - start), budgetMs * limits.finalShare);
    const finalists = await chooseFinal(result.history, evaluator, limits, space, { signal, deadlineMs });
    const finalMs = performance.now() - finalStart;

    const measured = await measureWinner(matrix, finalists, settings, device, signal);
    const { finalist, winner, coldUs, vendor } = measured;
    const { trial } = finalist;
    const novel = isNovel(space, trial.structure);
    const best = { ...trial, ...finalist, coldUs, novel };
    const totalMs = performance.now() - start;
    const { history, model, pruned, stopped } = result;
    const seeds = seedBaselines(history.trials, finalists, space.seeds(), settings.baselines);
    const baselines = [...seeds, ...vendor];
    const interrupted = signal?.aborted ?? false;
    const report: TuneReport = {
      ...reportBase(matrix, hash, device.info, best, winner.source),
      baselines,
      breakEven: breakEven(totalMs / 1000, finalist.timeUs, baselines),
      trials: countOutcomes(history.trials),
      seconds: sumSeconds(history.trials, result.elapsedMs, finalMs, totalMs),
      interrupted,
      cached: false,
      stopped,
      model,
      pruned,
      ...(log ? { logFile: log.file } : {}),
    };
    const entry: CachedKernel = {
      graph: trial.graph,
      hash: trial.hash,
      origin: trial.origin,
      novel,
      timeUs: finalist.timeUs,
      source: sourceHash(winner),
      baselines,
      budgetMs: interrupted ? result.elapsedMs : budgetMs,
      trials: settings.trials === Infinity ? null : settings.trials,
      patience,
    };
    return { report, winner, entry };
  } finally {
    log?.close();
    await Promise.all([evaluator?.close(), trainer.close()]);
  }
}

/** The cached kernel, built, verified and timed; undefined when it does not hold any more. */
async function fromCache(
  matrix: CsrMatrix,
  hash: string,
  settings: Settings,
  device: Device,
  entry: CachedKernel,
  start: number,
): Promise<{ report: TuneReport; winner: Winner } | undefined> {
  const takeDevice = turnsOn(device.info, settings.choice);
  let winner: Winner | undefined;
  try {
    winner = await buildWinner(matrix, entry.graph, settings, device, settings.seed, takeDevice);
    // Another source from the same graph: the generator has changed, and another graph may be better now.
    if (sourceHash(winner) !== entry.source) {
      winner.prepared.close();
      return undefined;
    }
    const timing = await timeAlone(winner, takeDevice);
    const best = { ...entry, timeUs: timing.warmUs, spreadUs: timing.spreadUs, coldUs: timing.coldUs };
    const total = (performance.now() - start) / 1000;
    const baselines = entry.baselines.filter(({ name }) => settings.baselines?.includes(name) ?? true);
    const report: TuneReport = {
      ...reportBase(matrix, hash, device.info, best, winner.source),
      baselines,
      breakEven: breakEven(total, timing.warmUs, baselines),
      trials: countOutcomes([]),
      seconds: { total },
      interrupted: false,
      cached: true,
      stopped: 'cached',
      pruned: [],
    };
    return { report, winner };
  } catch (error) {
    winner?.prepared.close();
    warn(`the cached kernel ${entry.hash} is not used: ${messageOf(error)}`);
    return undefined;
  }
}

/** The first finalist that this process can build and verify. */
async function firstThatHolds(
  matrix: CsrMatrix,
  finalists: readonly Finalist[],
  settings: Settings,
  device: Device,
  takeDevice: TakeDevice,
): Promise<{ finalist: Finalist; winner: Winner }> {
  let failure: unknown = new AlphaSparseError('runtime', 'every finalist failed when it was measured again');
  for (const finalist of finalists) {
    try {
      const { graph } = finalist.trial;
      return { finalist, winner: await buildWinner(matrix, graph, settings, device, settings.seed, takeDevice) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Times a kernel, with cold caches as well, while no other process has the device. */
async function timeAlone({ prepared }: Winner, takeDevice: TakeDevice): Promise<Timing> {
  const giveBack = await takeDevice();
  return prepared.time({ budgetMs: searchDefaults.finalMs, cold: true }).finally(giveBack);
}

function isNovel(space: SearchSpace, structure: string): boolean {
  return space.seeds().every((seed) => space.structureKey(seed.graph) !== structure);
}

function sourceHash({ source }: Winner): string {
  return textHash(`${source.source} ${source.blocks} ${source.threads}`);
}

function nothingRan({ history, stopped }: SearchResult, signal: AbortSignal | undefined): AlphaSparseError {
  if (signal?.aborted) return aborted();
  const { outcome, reason } = history.trials[0] ?? {};
  const code = outcome && outcome !== 'ok' && outcome !== 'wrong' ? outcome : 'runtime';
  const first = reason ? `; the first: ${reason}` : '';
  return new AlphaSparseError(code, `none of ${history.trials.length} candidates ran (ended by: ${stopped})${first}`);
}

function aborted(): AlphaSparseError {
  return new AlphaSparseError('aborted', 'tuning was interrupted before any kernel ran');
}

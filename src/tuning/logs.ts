import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../device/cacheFolder.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import { type Sample, samplesOf } from '../search/model/predictor.js';
import { type LogHeader, logSchema, openTrialLog, readTrialLog, type TrialLog } from '../search/trialLog.js';
import { packageVersion } from '../version.js';
import type { Settings } from './settings.js';

/** Rows that one earlier search may add to the training set. */
const rowsPerLog = 200;
/** Earlier searches that are read at most: each is parsed whole. */
const mostLogs = 40;

/** The header of the log of a search. @param matrix hash of the matrix's pattern */
export function logHeader(
  matrix: string,
  { dtype, valueStorage, seed }: Pick<Settings, 'dtype' | 'valueStorage' | 'seed'>,
  { name, driver }: { readonly name: string; readonly driver: string },
): LogHeader {
  const types = { dtype, ...(valueStorage ? { valueStorage } : {}) };
  return { schema: logSchema, matrix, device: name, driver, ...types, seed, generator: packageVersion() };
}

/**
 * Opens the log of a search: the given file, else one in the cache folder, named by what it is about; none without the
 * cache. A default place that cannot be written is a warning and no log.
 */
export function openLog(
  { logFile, cache, resume }: Pick<Settings, 'logFile' | 'cache' | 'resume'>,
  header: LogHeader,
  warn: (message: string) => void,
): TrialLog | undefined {
  if (logFile) return openTrialLog(logFile, header, { resume });
  if (!cache) return undefined;
  const device = header.device.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  const name = `${header.matrix}-${typesOf(header)}-${device}-${header.seed}.jsonl`;
  try {
    return openTrialLog(join(cacheFolder(), 'trials', name), header, { resume });
  } catch (error) {
    // The caller asked to resume, and must learn why that cannot be.
    if (resume || !(error instanceof AlphaSparseError)) throw error;
    warn(messageOf(error));
    return undefined;
  }
}

/** Training rows of earlier searches on the same device, dtype and storage of values, of other matrices. Damaged logs are passed over. */
export function warmSamples(header: LogHeader, folder = join(cacheFolder(), 'trials')): Sample[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name.includes(`-${typesOf(header)}-`));
  } catch {
    return [];
  }
  return names
    .sort()
    .slice(0, mostLogs)
    .flatMap((name) => {
      try {
        const { header: other, trials } = readTrialLog(join(folder, name));
        const fits = (['device', 'driver', 'schema', 'dtype', 'valueStorage'] as const).every(
          (key) => other[key] === header[key],
        );
        return fits && other.matrix !== header.matrix ? samplesOf(trials, rowsPerLog) : [];
      } catch {
        return [];
      }
    });
}

/** The types of a search as they stand in the names of logs. */
function typesOf({ dtype, valueStorage }: LogHeader): string {
  return valueStorage ? `${dtype}+${valueStorage}` : dtype;
}

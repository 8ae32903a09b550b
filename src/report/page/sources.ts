import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AlphaSparseError, messageOf } from '../../errors.js';
import { type LogContents, readTrialLog } from '../../search/trialLog.js';
import type { TuneReport } from '../../tuneTypes.js';
import { factsOfReport, type PageFacts } from './facts.js';
import { factsOfLog } from './logFacts.js';

const time = z.object({ name: z.string(), timeUs: z.number() });

/** What a page cannot do without; the rest is taken as it is. */
const reportSchema = z.looseObject({
  matrix: z.looseObject({ name: z.string(), rows: z.number(), cols: z.number(), nnz: z.number(), hash: z.string() }),
  device: z.looseObject({ name: z.string(), driver: z.string(), software: z.boolean() }),
  best: z.looseObject({
    hash: z.string(),
    graph: z.array(z.looseObject({ op: z.string(), params: z.record(z.string(), z.unknown()) })),
    timeUs: z.number(),
    spreadUs: z.number(),
    gflops: z.number(),
    bytes: z.number(),
  }),
  baselines: z.array(time.loose()),
  seconds: z.record(z.string(), z.number()),
});

/** What was found in the files, and the log among them. */
export interface Gathered {
  readonly facts: PageFacts;
  readonly log?: LogContents;
  /** Hash of the matrix's pattern. */
  readonly matrixHash: string;
}

/**
 * Reads a trial log, the JSON of a tuning, both, or a folder that `tune --out` wrote. A report brings its log with it
 * where that still lies where it was. @throws AlphaSparseError 'usage' for more than one of a kind or two that do not
 * belong together, 'input' for what is neither.
 */
export function gather(paths: readonly string[]): Gathered {
  let report: TuneReport | undefined;
  let log: LogContents | undefined;
  let logFile = '';
  const setLog = (file: string) => {
    if (log) throw new AlphaSparseError('usage', `${file} is a second trial log; a page is about one search`);
    log = readTrialLog(file);
    logFile = file;
  };
  for (const path of paths.flatMap(filesAt)) {
    const found = reportIn(path);
    if (!found) setLog(path);
    else if (report) throw new AlphaSparseError('usage', `${path} is a second report; a page is about one search`);
    else report = found;
  }
  if (report && !log) log = logBeside(report);
  if (!report) return { facts: factsOfLog(logFile, log!), log, matrixHash: log!.header.matrix };
  if (log && log.header.matrix !== report.matrix.hash) {
    throw new AlphaSparseError(
      'usage',
      `the log is about matrix ${log.header.matrix}, the report about ${report.matrix.hash}`,
    );
  }
  if (log && log.header.valueStorage !== report.best.storageError?.storage) {
    throw new AlphaSparseError('usage', 'the log and the report are of searches that store values in different types');
  }
  const facts = factsOfReport(report, log?.trials ?? [], log?.header.dtype);
  return { facts, log, matrixHash: report.matrix.hash };
}

/** The log that a report names, unless the file is gone or holds another search by now. */
export function logBeside({ logFile, matrix, best, cached }: TuneReport): LogContents | undefined {
  if (logFile === undefined || cached || !existsSync(logFile)) return undefined;
  const log = readTrialLog(logFile);
  const { header } = log;
  const alike = header.matrix === matrix.hash && header.valueStorage === best.storageError?.storage;
  const same = alike && log.trials.some((trial) => trial.hash === best.hash);
  return same ? log : undefined;
}

function filesAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const files = ['report.json', 'trials.jsonl'].map((name) => join(path, name)).filter((file) => existsSync(file));
  if (files.length > 0) return files;
  throw new AlphaSparseError('input', `${path} holds neither report.json nor trials.jsonl`);
}

/** The report in a file; undefined where the file is a log, which has a line for its header. */
function reportIn(file: string): TuneReport | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AlphaSparseError('input', `cannot read ${file}: ${messageOf(cause)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A log of a header alone is JSON, too.
  if (typeof value === 'object' && value !== null && 'generator' in value) return undefined;
  const parsed = reportSchema.safeParse(value);
  if (parsed.success) return parsed.data as unknown as TuneReport;
  const [issue] = parsed.error.issues;
  throw new AlphaSparseError('input', `${file} is no report of tune: ${issue.path.join('.')}: ${issue.message}`);
}

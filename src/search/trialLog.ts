import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Dtype, ValueStorage } from '../codegen/kernelSource.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { Graph } from '../graph/graph.js';
import type { SearchTrial } from './history.js';

/** Raised when a line's meaning changes. */
export const logSchema = 1;

const headerSchema = z.object({
  schema: z.number(),
  /** Hash of the matrix's pattern. */
  matrix: z.string(),
  device: z.string(),
  driver: z.string(),
  dtype: z.enum(['f32', 'f64', 'f16']),
  valueStorage: z.enum(['f16', 'bf16']).optional(),
  seed: z.number(),
  /** Version of what turns graphs into kernels. */
  generator: z.string(),
});

/** First line of a log: what its trials are about. Logs are continued, and trained on, only where it fits. */
export interface LogHeader {
  readonly schema: number;
  readonly matrix: string;
  readonly device: string;
  readonly driver: string;
  readonly dtype: Dtype;
  /** The 16-bit type that kernels store values in; absent where values have the dtype. */
  readonly valueStorage?: ValueStorage;
  readonly seed: number;
  readonly generator: string;
}

const paramSchema = z.union([z.number(), z.string(), z.boolean(), z.array(z.number())]);
const nodeSchema = z.object({
  op: z.string(),
  params: z.record(z.string(), paramSchema),
  get branches() {
    return z.array(z.array(nodeSchema)).optional();
  },
});

const trialSchema = z.looseObject({
  index: z.number(),
  hash: z.string(),
  structure: z.string(),
  origin: z.string(),
  graph: z.array(nodeSchema) as z.ZodType<Graph>,
  features: z.record(z.string(), z.number()),
  complexity: z.number(),
  elapsedMs: z.number(),
  effort: z.object({ budgetMs: z.number(), stopAboveUs: z.number().optional(), cold: z.boolean().optional() }),
  outcome: z.enum(['ok', 'wrong', 'compile', 'runtime', 'timeout', 'refused']),
  reason: z.string().optional(),
  timing: z.looseObject({ warmUs: z.number(), spreadUs: z.number() }).optional(),
  seconds: z.object({ build: z.number(), compile: z.number(), verify: z.number(), benchmark: z.number() }),
});

export interface LogContents {
  readonly header: LogHeader;
  readonly trials: SearchTrial[];
  /** Length of the whole lines; what follows is a line cut short by a crash. */
  readonly bytes: number;
}

/**
 * Reads a trial log. A last line without its newline is left out: its writer was killed.
 * @throws AlphaSparseError 'input' with file and line for anything else that is not a trial log.
 */
export function readTrialLog(file: string): LogContents {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (cause) {
    throw new AlphaSparseError('input', `cannot read the trial log ${file}: ${messageOf(cause)}`);
  }
  const bytes = content.lastIndexOf(10) + 1;
  const lines = content.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1);
  if (lines.length === 0) throw badLine(file, 1, 'there is no header');
  const header = parseLine(file, 1, lines[0], headerSchema);
  const trials = lines.slice(1).map((line, i) => parseLine(file, i + 2, line, trialSchema) as unknown as SearchTrial);
  return { header, trials, bytes };
}

export interface TrialLog {
  readonly file: string;
  /** Trials that were there already; empty unless resumed. */
  readonly earlier: readonly SearchTrial[];
  /** Writes one line at once, so that a crash of this process loses no trial that ended. */
  append(trial: SearchTrial): void;
  close(): void;
}

/**
 * Opens a trial log for appending. With `resume` an existing log goes on, without a line cut short; else it starts
 * anew. @throws AlphaSparseError 'usage' when the log to resume is about something else, 'input' when it is damaged or
 * the file cannot be written.
 */
export function openTrialLog(file: string, header: LogHeader, { resume = false } = {}): TrialLog {
  const earlier = resume ? continueLog(file, header) : undefined;
  let handle: number;
  try {
    mkdirSync(dirname(file), { recursive: true });
    handle = earlier ? openSync(file, 'a') : openAnew(file);
  } catch (cause) {
    throw new AlphaSparseError('input', `cannot write the trial log ${file}: ${messageOf(cause)}`);
  }
  let syncing = false;
  let closed = false;
  const write = (line: object) => {
    // One write a line: with O_APPEND, lines of two processes do not mix.
    writeSync(handle, `${JSON.stringify(line)}\n`);
    // What is written survives this process. For the machine's end the disk is asked, but not waited for.
    if (syncing) return;
    syncing = true;
    fsync(handle, () => {
      syncing = false;
      if (closed) closeSync(handle);
    });
  };
  const close = () => {
    closed = true;
    fsyncSync(handle);
    if (!syncing) closeSync(handle);
  };
  if (!earlier) write(header);
  return { file, earlier: earlier ?? [], append: write, close };
}

/**
 * A file of its own in the place of whatever is there. It is not emptied, since another process may be writing it: that
 * one goes on in a file without a name.
 */
function openAnew(file: string): number {
  for (let tries = 0; ; tries++) {
    rmSync(file, { force: true });
    try {
      return openSync(file, 'ax');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 20) throw error;
    }
  }
}

/** The trials of a log whose header fits, cut to whole lines; undefined when there is no log yet. */
function continueLog(file: string, header: LogHeader): readonly SearchTrial[] | undefined {
  try {
    if (readFileSync(file).indexOf(10) < 0) return undefined;
  } catch {
    return undefined;
  }
  const { header: found, trials, bytes } = readTrialLog(file);
  const keys = Object.keys({ ...found, ...header }) as (keyof LogHeader)[];
  const differing = keys.filter((key) => found[key] !== header[key]);
  if (differing.length > 0) {
    const list = differing
      .map((key) => `${key} is ${found[key] ?? 'none'} there and ${header[key] ?? 'none'} now`)
      .join(', ');
    throw new AlphaSparseError(
      'usage',
      `the trial log ${file} is of another search: ${list}`,
      'Search anew without resuming, or give another log file.',
    );
  }
  truncateSync(file, bytes);
  return trials;
}

function parseLine<T>(file: string, line: number, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badLine(file, line, messageOf(cause));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badLine(file, line, `${issue.path.join('.')}: ${issue.message}`);
}

function badLine(file: string, line: number, why: string): AlphaSparseError {
  return new AlphaSparseError('input', `${file}:${line}: not a line of a trial log: ${why}`);
}

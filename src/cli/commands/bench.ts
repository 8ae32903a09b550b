import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import type { BenchRecord } from '../../bench/record.js';
import { AlphaSparseError } from '../../errors.js';
import { examples } from '../help.js';
import { interruptSignal } from '../interrupt.js';
import { addSearchOptions, parseBudget, parseCount, type SearchFlags } from '../searchOptions.js';
import { printLines } from '../terminal.js';

interface Flags extends SearchFlags {
  readonly out?: string;
  readonly list?: string;
  readonly shard?: Shard;
  readonly webgpuBudget?: string;
  readonly minNnz?: number;
  readonly logs?: string;
  readonly stopAfter?: string;
}

/** A part of the matrices, counted from 1. */
interface Shard {
  readonly k: number;
  readonly n: number;
}

/** What runs when nothing is named: in the checkout, beside the results. */
const defaultList = fileURLToPath(new URL('../../../results/suite.txt', import.meta.url));

export function registerBench(program: Command): void {
  addSearchOptions(
    program
      .command('bench')
      .description('tune many matrices, one JSON line each, beside the known formats')
      .argument('[matrix...]', 'files, gen:NAME:PARAMS, or folders, which stand for all matrices in them'),
    '10s',
  )
    .option('--list <file>', 'more matrices, one a line; without any, results/suite.txt')
    .option('--out <file>', 'append the lines there, and go on with --resume; without it they go to stdout')
    .option('--shard <k/n>', 'only every n-th matrix, from the k-th on: n runs side by side share the work', parseShard)
    .option('--webgpu-budget <time>', 'search on WebGPU as well, for so long', parseBudget)
    .option('--min-nnz <n>', 'pass over matrices with fewer entries', parseCount(0))
    .option('--logs <folder>', 'keep the trial logs there')
    .option('--stop-after <time>', 'begin no further matrix after so long', parseBudget)
    .addHelpText(
      'after',
      examples(
        'alphasparse bench matrices --budget 10s --out results/mine.jsonl --resume',
        'alphasparse bench gen:stencil5:300 matrix.mtx --target cuda --webgpu-budget 4s --out results/both.jsonl',
      ),
    )
    .action(runBenchCommand);
}

async function runBenchCommand(args: string[], flags: Flags): Promise<void> {
  const { openDevice } = await import('../../device/open.js');
  const { openRecordFile, readRecords } = await import('../../bench/recordFile.js');
  const { runBench } = await import('../../bench/run.js');
  const { checkStorage, millisecondsOf } = await import('../../tuning/settings.js');
  const { recordLine, suiteLines } = await import('../benchLines.js');
  const sources = await sourcesOf(args, flags);
  const { target, device: which, dtype, valueStorage, trials, patience, seed = 1, deterministic, out } = flags;
  const { baseline: baselines } = flags;
  checkStorage(dtype, valueStorage);
  if (flags.resume && out === undefined) {
    throw new AlphaSparseError('usage', '--resume needs --out, the file to go on with');
  }
  // Held open for the whole run: the device then stays awake between matrices.
  const device = await openDevice({ target, device: which });
  const file = out === undefined ? undefined : openRecordFile(out);
  const say = (place: number, text: string) => {
    if (!flags.quiet) process.stderr.write(`[${place + 1}/${sources.length}] ${text}\n`);
  };
  const interrupt = interruptSignal(() => process.stderr.write('stopping; this matrix is not recorded\n'));
  const records: BenchRecord[] = [];
  const time = (text: string | undefined) => (text === undefined ? undefined : millisecondsOf(text));
  try {
    const ended = await runBench(sources, {
      device: device.info,
      choice: { target: device.info.backend, device: which },
      dtype,
      valueStorage,
      budgetMs: millisecondsOf(flags.budget),
      trials,
      patience,
      seed,
      deterministic,
      baselines,
      webgpuBudgetMs: time(flags.webgpuBudget),
      minNnz: flags.minNnz,
      logs: flags.logs,
      earlier: flags.resume && out !== undefined ? readRecords(out) : [],
      stopAfterMs: time(flags.stopAfter),
      signal: interrupt.signal,
      onRecord(record, place) {
        records.push(record);
        if (file) file.append(record);
        else process.stdout.write(`${JSON.stringify(record)}\n`);
        say(place, recordLine(record));
      },
      onSkip: (source, reason, place) => say(place, `${source}: ${reason}`),
    });
    const lines = suiteLines(records);
    if (ended === 'lost') lines.push('stopped: a kernel crashed the GPU of this process; --resume goes on');
    if (ended === 'time') lines.push('stopped for lack of time; --resume goes on');
    if (file) printLines(lines);
    else if (!flags.quiet) process.stderr.write(`${lines.join('\n')}\n`);
    if (ended === 'lost') process.exitCode = 1;
    if (ended === 'aborted') process.exitCode = 130;
  } finally {
    interrupt.dispose();
    file?.close();
    await device.close();
  }
}

function parseShard(text: string): Shard {
  const [, k, n] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (k >= 1 && k <= n) return { k, n };
  throw new InvalidArgumentError('Give a part and the number of parts, such as 1/4.');
}

async function sourcesOf(args: readonly string[], flags: Flags): Promise<string[]> {
  const { expandSources, readSourceList } = await import('../../bench/sources.js');
  const list = flags.list ?? (args.length === 0 && existsSync(defaultList) ? defaultList : undefined);
  const sources = [...expandSources(args), ...(list === undefined ? [] : readSourceList(list))];
  const { k, n } = flags.shard ?? { k: 1, n: 1 };
  if (sources.length > 0) return [...new Set(sources)].filter((_, place) => place % n === k - 1);
  throw new AlphaSparseError('usage', 'no matrix was named', 'Name files, folders or gen:NAME:PARAMS, or use --list.');
}

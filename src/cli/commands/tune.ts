import { join } from 'node:path';
import type { Command } from 'commander';
import { examples } from '../help.js';
import { mustBeWritable, writePage } from '../page.js';
import { addSearchOptions, type SearchFlags } from '../searchOptions.js';
import { printJson, printLines, styleOf } from '../terminal.js';

interface Flags extends SearchFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly explain?: boolean;
  readonly pruning: boolean;
  readonly warmStart?: boolean;
  readonly report?: string;
  readonly json?: boolean;
}

/** Where an interrupted search without --out leaves its kernel. */
const rescueFolder = 'alphasparse-out';

export function registerTune(program: Command): void {
  addSearchOptions(
    program
      .command('tune')
      .description('search the fastest kernel for a matrix')
      .argument('<matrix>', "file (.mtx, .mtx.gz, .tar.gz, .npz, .rb, …), '-' for standard input, or gen:NAME:PARAMS"),
  )
    .option('--out <folder>', 'write the kernel, its arrays, the report and the trial log there')
    .option('--force', 'write into a folder that holds other files')
    .option('--no-pruning', 'measure what the pruning rules would remove, too')
    .option('--warm-start', 'let the cost model learn from earlier searches on this device')
    .option('--report <file>', 'write a page of the results (HTML) there')
    .option('--explain', 'say what the pruning rules removed and how well the model predicted')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'alphasparse tune matrix.mtx',
        'alphasparse tune matrix.mtx.gz --budget 5m --out kernel',
        'alphasparse tune gen:rmat:scale=12,degree=8 --device software --trials 20 --json',
      ),
    )
    .action(runTune);
}

async function runTune(source: string, flags: Flags): Promise<void> {
  const { claimFolder, exportKernel, replaceFile } = await import('../../codegen/export.js');
  // Refused before the search, not after it: once there is a kernel, it is written.
  if (flags.out !== undefined) await claimFolder(flags.out, flags.force);
  if (flags.report !== undefined) await mustBeWritable(flags.report);
  const { tuneFile } = await import('../tuning.js');
  const { pruning, warmStart } = flags;
  const logFile = flags.out === undefined ? undefined : join(flags.out, 'trials.jsonl');
  const { matrix, kernel } = await tuneFile(source, flags, { logFile, pruning, warmStart });
  const { report } = kernel;
  try {
    const folder = flags.out ?? (report.interrupted ? rescueFolder : undefined);
    let files: string[] = [];
    if (folder !== undefined) {
      const { subgroupSize } = kernel.device.target;
      files = await exportKernel(kernel.source, matrix, folder, { report, subgroupSize, force: true });
      await replaceFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    }
    if (flags.report !== undefined) {
      const { tunedPage } = await import('../../report/page/index.js');
      await writePage(flags.report, tunedPage(report, kernel.source, matrix));
    }
    if (flags.json) printJson(report);
    else {
      const { explanationLines, summaryLines } = await import('../summary.js');
      const style = styleOf(process.stdout);
      const written = [
        ...(folder === undefined ? [] : [`${join(folder, '')} (${files.length} files, see README.md there)`]),
        ...(flags.report === undefined ? [] : [flags.report]),
      ].map((what) => `written: ${what}`);
      const nothing = style.dim('not written; --out FOLDER writes the kernel, and `alphasparse export` does later');
      printLines([
        ...summaryLines(report, style),
        ...(flags.explain ? explanationLines(report) : []),
        ...(written.length > 0 ? written : [nothing]),
      ]);
    }
    if (report.interrupted) process.exitCode = 130;
  } finally {
    await kernel.close();
  }
}

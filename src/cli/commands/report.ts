import type { Command } from 'commander';
import { examples } from '../help.js';
import { mustBeWritable, writePage } from '../page.js';
import { printLines } from '../terminal.js';

interface Flags {
  readonly out: string;
  readonly matrix?: string;
}

export function registerReport(program: Command): void {
  program
    .command('report')
    .description('make one HTML page of a search: it opens from disk and needs no network')
    .argument('<files...>', 'trials.jsonl, the JSON of tune, both, or the folder of tune --out')
    .option('--out <file>', 'where to write', 'report.html')
    .option('--matrix <matrix>', 'file or gen:NAME:PARAMS, to draw its pattern and to show the kernel')
    .addHelpText(
      'after',
      examples(
        'alphasparse report kernel --matrix matrix.mtx',
        'alphasparse report kernel/trials.jsonl --out page.html',
        'alphasparse tune matrix.mtx --report report.html',
      ),
    )
    .action(runReport);
}

async function runReport(files: readonly string[], { out, matrix: source }: Flags): Promise<void> {
  const { readMatrix } = await import('../../matrix/read.js');
  const { pageFromFiles } = await import('../../report/page/index.js');
  await mustBeWritable(out);
  const matrix = source === undefined ? undefined : await readMatrix(source);
  await writePage(out, pageFromFiles(files, matrix));
  printLines([`written: ${out}`]);
}

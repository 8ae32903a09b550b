import type { Command } from 'commander';
import { addSearchOptions, type SearchFlags } from '../searchOptions.js';
import { printJson, printLines } from '../terminal.js';

interface Flags extends SearchFlags {
  readonly out: string;
  readonly prefix?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function registerExport(program: Command): void {
  addSearchOptions(
    program
      .command('export')
      .description('write the kernel of a matrix as a project of its own, tuning first when the cache has none')
      .argument('<matrix>', 'file or gen:NAME:PARAMS, as for tune')
      .requiredOption('--out <folder>', 'where to write')
      .option('--prefix <name>', 'start of every exported name, so that several kernels fit in one program')
      .option('--force', 'write into a folder that holds other files')
      .option('--json', 'print one JSON object on stdout'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ alphasparse export matrix.mtx --out kernel
  $ alphasparse export matrix.mtx --target cuda --out heat --prefix heat && make -C heat run`,
    )
    .action(runExport);
}

async function runExport(source: string, flags: Flags): Promise<void> {
  const { checkPrefix, claimFolder, exportKernel } = await import('../../codegen/export.js');
  if (flags.prefix !== undefined) checkPrefix(flags.prefix);
  await claimFolder(flags.out, flags.force);
  const { tuneFile } = await import('../tuning.js');
  const { matrix, kernel } = await tuneFile(source, flags);
  try {
    const { report } = kernel;
    const { subgroupSize } = kernel.device.target;
    const { out, prefix } = flags;
    const files = await exportKernel(kernel.source, matrix, out, { report, prefix, subgroupSize, force: true });
    if (flags.json) printJson({ folder: out, language: kernel.source.language, files });
    else printLines(files);
    if (report.interrupted) process.exitCode = 130;
  } finally {
    await kernel.close();
  }
}

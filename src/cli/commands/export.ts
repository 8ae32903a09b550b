import type { Command } from 'commander';
import { AlphaSparseError } from '../../errors.js';
import { examples } from '../help.js';
import { addSearchOptions, type SearchFlags } from '../searchOptions.js';
import { printJson, printLines } from '../terminal.js';

interface Flags extends SearchFlags {
  readonly out: string;
  readonly prefix?: string;
  readonly page?: boolean;
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
      .option('--page', 'with a page that multiplies in the browser, checks the result and times it (WebGPU)')
      .option('--force', 'write into a folder that holds other files')
      .option('--json', 'print one JSON object on stdout'),
  )
    .addHelpText(
      'after',
      examples(
        'alphasparse export matrix.mtx --out kernel',
        'alphasparse export matrix.mtx --target webgpu --page --out page',
        'alphasparse export matrix.mtx --target cuda --out heat --prefix heat && make -C heat run',
      ),
    )
    .action(runExport);
}

async function runExport(source: string, flags: Flags): Promise<void> {
  const { checkPrefix, claimFolder, exportKernel } = await import('../../codegen/export.js');
  if (flags.prefix !== undefined) checkPrefix(flags.prefix);
  if (flags.page && flags.target === 'cuda') {
    throw new AlphaSparseError('usage', '--page needs a WebGPU kernel', 'drop --target cuda');
  }
  await claimFolder(flags.out, flags.force);
  const { tuneFile } = await import('../tuning.js');
  const { matrix, kernel } = await tuneFile(source, flags, flags.page ? { target: 'webgpu' } : {});
  try {
    const { report } = kernel;
    const { subgroupSize } = kernel.device.target;
    const { out, prefix, page } = flags;
    const files = await exportKernel(kernel.source, matrix, out, { report, prefix, subgroupSize, page, force: true });
    if (flags.json) printJson({ folder: out, language: kernel.source.language, files });
    else printLines(files);
    if (report.interrupted) process.exitCode = 130;
  } finally {
    await kernel.close();
  }
}

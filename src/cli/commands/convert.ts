import type { Command } from 'commander';
import { formatSize } from '../../report/format.js';
import { examples } from '../help.js';
import { printJson, printLines } from '../terminal.js';

export function registerConvert(program: Command): void {
  program
    .command('convert')
    .description('read a matrix in any known format and write it in another')
    .argument('<input>', 'file or gen:NAME:PARAMS, as for tune')
    .argument('<output>', '.mtx, .mtx.gz or .npz')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText(
      'after',
      examples('alphasparse convert west0479.rb west0479.mtx.gz', 'alphasparse convert gen:stencil27:n=40 stencil.npz'),
    )
    .action(runConvert);
}

async function runConvert(input: string, output: string, flags: { json?: boolean }): Promise<void> {
  const { readMatrix } = await import('../../matrix/read.js');
  const { writeMatrix, writerFor } = await import('../../matrix/write.js');
  writerFor(output);
  const matrix = await readMatrix(input);
  await writeMatrix(matrix, output);
  const { name, rows, cols, nnz } = matrix;
  if (flags.json) printJson({ name, rows, cols, nnz, output });
  else printLines([`${output}: ${formatSize(matrix)}`]);
}

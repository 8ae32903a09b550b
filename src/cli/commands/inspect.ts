import type { Command } from 'commander';
import { table } from '../format.js';
import { printJson, printLines } from '../terminal.js';

export function registerInspect(program: Command): void {
  program
    .command('inspect')
    .description('describe a matrix in the numbers that the search looks at')
    .argument('<matrix>', 'file or gen:NAME:PARAMS, as for tune')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', '\nExample:\n  $ alphasparse inspect matrix.mtx')
    .action(runInspect);
}

async function runInspect(source: string, flags: { json?: boolean }): Promise<void> {
  const { readMatrix } = await import('../../matrix/read.js');
  const { matrixFeatures } = await import('../../matrix/features.js');
  const { contentHash, patternHash } = await import('../../matrix/hash.js');
  const matrix = await readMatrix(source);
  const features = matrixFeatures(matrix);
  const hashes = { hash: contentHash(matrix), patternHash: patternHash(matrix) };
  if (flags.json) printJson({ name: matrix.name, ...hashes, features });
  else {
    const numbers = Object.entries(features).map(([name, value]) => [name, rounded(value)]);
    printLines(table([['name', matrix.name], ...Object.entries(hashes), ...numbers]));
  }
}

function rounded(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(6))}`;
}

import type { Command } from 'commander';
import type { Target } from '../../codegen/kernelSource.js';
import { AlphaSparseError } from '../../errors.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { formatCount, table } from '../format.js';
import { printJson, printLines } from '../terminal.js';

interface Flags {
  readonly design?: string;
  readonly language: Target['language'];
  readonly json?: boolean;
}

/** A middling GPU, to show a kernel without one. */
const anyGpu: Omit<Target, 'language'> = {
  subgroupSize: 32,
  maxThreads: 1024,
  maxSharedBytes: 49_152,
  maxBindingBytes: 2 ** 31 - 4,
  parallelBlocks: 1024,
};

export function registerInspect(program: Command): void {
  program
    .command('inspect')
    .description('describe a matrix in the numbers that the search looks at, or show its kernel in a known format')
    .argument('<matrix>', 'file or gen:NAME:PARAMS, as for tune')
    .option('--design <name>', 'show the kernel of a known format, such as csr-scalar')
    .option('--language <name>', 'of the kernel: wgsl or cuda', 'wgsl')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText(
      'after',
      `
Examples:
  $ alphasparse inspect matrix.mtx
  $ alphasparse inspect matrix.mtx --design sell-c-sigma --language cuda`,
    )
    .action(runInspect);
}

async function runInspect(source: string, flags: Flags): Promise<void> {
  const { readMatrix } = await import('../../matrix/read.js');
  const matrix = await readMatrix(source);
  if (flags.design !== undefined) return showKernel(matrix, flags.design, flags);
  const { matrixFeatures } = await import('../../matrix/features.js');
  const { contentHash, patternHash } = await import('../../matrix/hash.js');
  const features = matrixFeatures(matrix);
  const hashes = { hash: contentHash(matrix), patternHash: patternHash(matrix) };
  if (flags.json) printJson({ name: matrix.name, ...hashes, features });
  else {
    const numbers = Object.entries(features).map(([name, value]) => [name, rounded(value)]);
    printLines(table([['name', matrix.name], ...Object.entries(hashes), ...numbers]));
  }
}

async function showKernel(matrix: CsrMatrix, name: string, flags: Flags): Promise<void> {
  const { seeds } = await import('../../seeds/index.js');
  const { buildKernel } = await import('../../codegen/build.js');
  const { isRefusal } = await import('../../operators/operator.js');
  const seed = seeds.find((candidate) => candidate.name === name);
  if (!seed)
    throw new AlphaSparseError('usage', `no design '${name}'`, `known: ${seeds.map((s) => s.name).join(', ')}`);
  const { language } = flags;
  if (language !== 'wgsl' && language !== 'cuda') {
    throw new AlphaSparseError('usage', `no language '${language}'`, 'wgsl or cuda');
  }
  const built = buildKernel(matrix, seed.graph, { dtype: 'f32', target: { ...anyGpu, language } });
  if (isRefusal(built)) throw new AlphaSparseError('refused', `${name} does not fit ${matrix.name}: ${built.refused}`);
  const { kernel } = built;
  const { arrays, threads, blocks, bytes } = kernel;
  if (flags.json) {
    printJson({ design: name, graph: seed.graph, threads, blocks, bytes, arrays, source: kernel.source });
    return;
  }
  const rows = arrays.map((array) => [
    array.name,
    formatCount(array.length),
    array.form,
    `${formatCount(array.bytes)} bytes`,
  ]);
  printLines([
    kernel.source,
    `${formatCount(blocks)} blocks of ${threads} threads, ${formatCount(bytes)} bytes to move`,
  ]);
  printLines(table(rows));
}

function rounded(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(6))}`;
}

import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Target } from '../../codegen/kernelSource.js';
import { AlphaSparseError, messageOf } from '../../errors.js';
import type { Graph } from '../../graph/graph.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { formatSize } from '../../report/format.js';
import { examples } from '../help.js';
import { table } from '../table.js';
import { printJson, printLines } from '../terminal.js';

interface Flags {
  readonly graph?: string;
  readonly language: Target['language'];
  readonly source?: boolean;
  readonly svg?: string;
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
    .description('describe a matrix in the numbers that the search looks at, or what a design makes of it')
    .argument('<matrix>', 'file or gen:NAME:PARAMS, as for tune')
    .option('--graph <graph>', 'show a design: a known format such as csr-scalar, JSON, or a file with JSON')
    .addOption(new Option('--language <name>', 'of the kernel').choices(['wgsl', 'cuda']).default('wgsl'))
    .option('--source', "print the design's kernel and nothing else")
    .option('--svg <file>', 'draw the graph')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'alphasparse inspect matrix.mtx',
        'alphasparse inspect matrix.mtx --graph sell-c-sigma --svg graph.svg',
        'alphasparse inspect matrix.mtx --graph csr5 --source --language cuda',
      ),
    )
    .action(runInspect);
}

async function runInspect(source: string, flags: Flags): Promise<void> {
  if (flags.graph === undefined && (flags.source || flags.svg !== undefined)) {
    throw new AlphaSparseError('usage', '--source and --svg show a design', 'name one with --graph');
  }
  const { readMatrix } = await import('../../matrix/read.js');
  if (flags.graph !== undefined) {
    const { graphOf } = await import('../graphArgument.js');
    const graph = await graphOf(flags.graph);
    return showDesign(await readMatrix(source), graph, flags);
  }
  const matrix = await readMatrix(source);
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

/** The graph drawn, the metadata of each leaf, the extracted format, and the launch; or the kernel alone. */
async function showDesign(matrix: CsrMatrix, graph: Graph, flags: Flags): Promise<void> {
  const { applyGraph } = await import('../../graph/apply.js');
  const { buildFromLeaves } = await import('../../codegen/build.js');
  const { isRefusal } = await import('../../operators/operator.js');
  const { graphTree } = await import('../../report/graphText.js');
  const { leafFacts } = await import('../../report/leafFacts.js');
  const refused = (reason: string) => new AlphaSparseError('refused', `no kernel for ${matrix.name}: ${reason}`);
  if (flags.svg !== undefined) await writeSvg(graph, flags.svg);
  const applied = applyGraph(graph, matrix);
  if (isRefusal(applied)) throw refused(applied.refused);
  const target = { ...anyGpu, language: flags.language };
  const built = buildFromLeaves(matrix, graph, applied.leaves, { dtype: 'f32', target });
  if (isRefusal(built)) throw refused(built.refused);
  const { kernel } = built;
  const leaves = applied.leaves.map(leafFacts);
  if (flags.json) {
    const { arrays, threads, blocks, bytes, source } = kernel;
    printJson({ matrix: matrix.name, graph, leaves, arrays, threads, blocks, bytes, source });
    return;
  }
  if (flags.source) return printLines([kernel.source.trimEnd()]);
  const { arrayLines, launchLine, leafLines } = await import('../designText.js');
  printLines([
    `${matrix.name}: ${formatSize(matrix)}`,
    '',
    ...graphTree(graph),
    '',
    ...leaves.flatMap((leaf, i) => [...leafLines(leaf, `leaf ${i}`), '']),
    ...arrayLines(kernel),
    '',
    launchLine(kernel),
  ]);
}

async function writeSvg(graph: Graph, file: string): Promise<void> {
  const { graphSvg } = await import('../../report/graphSvg.js');
  await writeFile(file, graphSvg(graph)).catch((error: unknown) => {
    throw new AlphaSparseError('usage', `cannot write ${file}: ${messageOf(error)}`);
  });
}

function rounded(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(6))}`;
}

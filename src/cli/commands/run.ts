import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { KernelSource } from '../../codegen/kernelSource.js';
import type { StorageError } from '../../codegen/storedValues.js';
import type { Device, Timing } from '../../device/device.js';
import { AlphaSparseError } from '../../errors.js';
import type { Graph } from '../../graph/graph.js';
import type { CsrMatrix } from '../../matrix/csrMatrix.js';
import { examples } from '../help.js';
import { addDeviceOptions, parseCount, type SearchFlags } from '../searchOptions.js';
import { printJson, printLines } from '../terminal.js';

interface Flags extends Pick<SearchFlags, 'target' | 'device' | 'dtype' | 'valueStorage'> {
  readonly graph: string;
  readonly x: 'ones' | 'random';
  readonly repeat: number;
  readonly seed: number;
  readonly json?: boolean;
}

export function registerRun(program: Command): void {
  addDeviceOptions(
    program
      .command('run')
      .description('build the kernel of one design, check its result and time it, without a search')
      .argument('<matrix>', 'file or gen:NAME:PARAMS, as for tune')
      .option('--graph <graph>', "a known format such as csr-scalar, JSON, a file with JSON, or 'cached'", 'cached'),
  )
    .addOption(new Option('--x <kind>', 'vector to multiply by').choices(['ones', 'random']).default('random'))
    .option('--repeat <n>', 'time so often', parseCount(1), 3)
    .option('--seed <n>', 'of the random x, and of the search that filled the cache', parseCount(0), 1)
    .option('--json', 'print one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'alphasparse run matrix.mtx --graph sell-c-sigma --target cuda',
        'alphasparse run matrix.mtx                     (the kernel that tune found before)',
      ),
    )
    .action(runOnce);
}

async function runOnce(source: string, flags: Flags): Promise<void> {
  const { readMatrix } = await import('../../matrix/read.js');
  const { openDevice } = await import('../../device/open.js');
  const { turnsOn } = await import('../../device/exclusive.js');
  const { asStored } = await import('../../codegen/storedValues.js');
  const { checkStorage } = await import('../../tuning/settings.js');
  const { dtype, valueStorage, target, device: which } = flags;
  checkStorage(dtype, valueStorage);
  const given = flags.graph === 'cached' ? undefined : await (await import('../graphArgument.js')).graphOf(flags.graph);
  const { matrix, storageError } = asStored(await readMatrix(source), valueStorage);
  const device = await openDevice({ target, device: which });
  try {
    const graph = given ?? (await cachedGraph(matrix, device, flags));
    const giveBack = await turnsOn(device.info, { device: which })();
    const measured = await measure(matrix, graph, device, flags).finally(giveBack);
    const result = { ...measured, ...(storageError ? { storageError } : {}) };
    if (flags.json) printJson(result);
    else printLines(await resultLines(result));
    if (!result.correct) process.exitCode = 1;
  } finally {
    await device.close();
  }
}

async function cachedGraph(matrix: CsrMatrix, device: Device, flags: Flags): Promise<Graph> {
  const { cacheFolder } = await import('../../device/cacheFolder.js');
  const { patternHash } = await import('../../matrix/hash.js');
  const { createKernelCache } = await import('../../search/cache.js');
  const { cacheKey } = await import('../../tuning/cacheKey.js');
  const cache = createKernelCache(join(cacheFolder(), 'tuned'));
  const { dtype, valueStorage, seed } = flags;
  const settings = { dtype, valueStorage, seed, deterministic: false, pruning: true };
  const entry = await cache.get(cacheKey(patternHash(matrix), settings, device.info));
  if (entry) return entry.graph;
  throw new AlphaSparseError(
    'usage',
    `no tuned kernel of ${matrix.name} for ${device.info.name} is in the cache`,
    'run `alphasparse tune` first, or name a design with --graph',
  );
}

/** Builds and times; the matrix has its values as they are stored. */
async function measure(matrix: CsrMatrix, graph: Graph, device: Device, flags: Flags) {
  const { dtype, valueStorage, x: kind, seed, repeat } = flags;
  const { buildKernel } = await import('../../codegen/build.js');
  const { explain, verify } = await import('../../device/verify.js');
  const { graphHash, graphText } = await import('../../graph/identity.js');
  const { createRandom } = await import('../../random.js');
  const built = buildKernel(matrix, graph, { dtype, valueStorage, target: device.info.target });
  if ('refused' in built) throw new AlphaSparseError('refused', `no kernel for ${matrix.name}: ${built.refused}`);
  const { kernel } = built;
  const random = createRandom(seed);
  const x = Float64Array.from({ length: matrix.cols }, () => (kind === 'ones' ? 1 : random.next() - 0.5));
  const prepared = await device.prepare(kernel, matrix.data);
  try {
    const y = await prepared.multiply(x);
    const verdict = verify(matrix, y, x, dtype);
    const timings: Timing[] = [];
    for (let i = 0; i < repeat; i++) timings.push(await prepared.time({ budgetMs: 30, cold: true }));
    const { name, rows, cols, nnz } = matrix;
    const bestUs = Math.min(...timings.map(({ warmUs }) => warmUs));
    return {
      matrix: { name, rows, cols, nnz },
      device: device.info.name,
      dtype,
      hash: graphHash(graph),
      text: graphText(graph),
      graph,
      correct: verdict.ok,
      ...(verdict.ok ? {} : { fault: explain(verdict) }),
      /** Largest error over its bound; at most 1 when correct. */
      worstError: verdict.worst,
      norm: normOf(y),
      timeUs: bestUs,
      timings,
      gflops: bestUs > 0 ? (2 * nnz) / (bestUs * 1e3) : 0,
      kernel: kernelFacts(kernel),
    };
  } finally {
    prepared.close();
  }
}

function normOf(y: Float32Array | Float64Array): number {
  let sum = 0;
  for (const value of y) sum += value * value;
  return Math.sqrt(sum);
}

function kernelFacts({ threads, blocks, bytes, clearsY, arrays }: KernelSource) {
  return { threads, blocks, bytes, launches: clearsY ? 2 : 1, arrays };
}

type Result = Awaited<ReturnType<typeof measure>> & { readonly storageError?: StorageError };

async function resultLines(result: Result): Promise<string[]> {
  const { digits, formatMicroseconds, formatSize } = await import('../../report/format.js');
  const { storageText } = await import('../summary.js');
  const { matrix, device, text, hash, correct, timings, gflops, kernel, storageError } = result;
  const times = timings.map(({ warmUs, spreadUs, coldUs }) => {
    const cold = coldUs === undefined ? '' : `, cold ${formatMicroseconds(coldUs)}`;
    return `time    ${formatMicroseconds(warmUs)} ± ${formatMicroseconds(spreadUs)}${cold}`;
  });
  return [
    `matrix  ${matrix.name}: ${formatSize(matrix)}`,
    `device  ${device}`,
    `design  ${text} (${hash})`,
    `result  ${correct ? 'right' : `WRONG: ${result.fault}`} (worst error ${digits(result.worstError)} of its bound)`,
    ...(storageError ? [`values  ${storageText(storageError)}`] : []),
    ...times,
    `speed   ${digits(gflops)} GFLOP/s, ${digits(kernel.bytes / Math.max(1, matrix.nnz))} bytes an entry`,
  ];
}

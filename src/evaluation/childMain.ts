// Entry of the evaluation process: opens the device that it is told and evaluates graphs on it until told to stop.
import { turnsOn } from '../device/exclusive.js';
import { openDevice } from '../device/open.js';
import { AlphaSparseError, errorParts } from '../errors.js';
import type { CsrMatrix } from '../matrix/csrMatrix.js';
import { type Builder, inlineBuilder, mostCachedBytes } from './builder.js';
import { buildPool } from './buildPool.js';
import { type InProcessEvaluator, inProcessEvaluator } from './inProcess.js';
import { loadBuild } from './loadBuild.js';
import { unpack } from './matrixTransfer.js';
import type { ChildSetup, Reply, Request } from './messages.js';
import { watchParent } from './orphanWatch.js';

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void stop());
watchParent();

type Order = Extract<Request, { kind: 'evaluate' }>;

let evaluator: InProcessEvaluator | undefined;
let builder: Builder | undefined;
/** More would only wait. */
const mostUnderWay = 32;
/** How many evaluations may be under way at once: one where this thread builds, as nothing would overlap. */
let width = 1;
let underWay = 0;
const orders: Order[] = [];

process.on('message', (request: Request) => {
  if (request.kind === 'start') void start(request.setup);
  else if (request.kind === 'close') void stop();
  else if (request.kind === 'drop') drop();
  else {
    orders.push(request);
    pump();
  }
});

function pump(): void {
  while (underWay < width) {
    const order = orders.shift();
    if (!order) return;
    underWay++;
    void work(order).finally(() => {
      underWay--;
      pump();
    });
  }
}

async function work({ id, graph, effort }: Order): Promise<void> {
  try {
    const evaluation = await evaluator?.evaluate(graph, effort, (step) => void reply({ kind: 'step', id, step }));
    // The next may end this process, and what is not sent by then is lost.
    if (evaluation) await reply({ kind: 'evaluated', id, evaluation });
  } catch (error) {
    if (!(error instanceof AlphaSparseError && error.code === 'aborted')) throw error;
    await reply({ kind: 'dropped', id });
  }
}

/** What is on the device goes on; all else is given up. */
function drop(): void {
  for (const { id } of orders.splice(0)) void reply({ kind: 'dropped', id });
  evaluator?.drop();
  builder?.drop();
}

async function start(setup: ChildSetup): Promise<void> {
  try {
    evaluator = await open(setup);
    void reply({ kind: 'ready', device: evaluator.device });
  } catch (error) {
    void reply({ kind: 'failed', ...errorParts(error) });
  }
}

async function open({
  parcel,
  dtype,
  valueStorage,
  choice,
  seed,
  buildModule,
  buildThreads,
}: ChildSetup): Promise<InProcessEvaluator> {
  const matrix = unpack(parcel);
  const device = await openDevice(choice);
  if (!device.info.dtypes.includes(dtype)) {
    await device.close();
    throw new AlphaSparseError(
      'no-device',
      `${device.info.name} has no ${dtype}; it has ${device.info.dtypes.join(', ')}.`,
      `Choose --dtype ${device.info.dtypes[0]} or another device.`,
    );
  }
  const { target } = device.info;
  if (buildThreads > 0) {
    builder = buildPool({ matrix, dtype, valueStorage, target, buildModule, threads: buildThreads });
    width = widthFor(matrix);
  } else {
    const build = await loadBuild(buildModule);
    builder = inlineBuilder((graph) => build(matrix, graph, { dtype, valueStorage, target }));
  }
  return inProcessEvaluator({
    matrix,
    dtype,
    device,
    seed,
    build: builder.build,
    takeDevice: turnsOn(device.info, choice),
  });
}

/** Few enough that kernels which wait for the device, with their formats, fit into what may be kept of them. */
function widthFor(matrix: CsrMatrix): number {
  const bytesAKernel = 16 * matrix.nnz + 4 * matrix.rows;
  return Math.max(1, Math.min(mostUnderWay, Math.floor(mostCachedBytes / 2 / bytesAKernel)));
}

/** Resolves when the message is on its way. A parent that is gone hears nothing; 'disconnect' follows. */
async function reply(message: Reply): Promise<void> {
  if (!process.connected) return;
  await new Promise<void>((sent) => process.send?.(message, undefined, undefined, () => sent()));
}

async function stop(): Promise<void> {
  try {
    await evaluator?.close();
  } finally {
    process.exit();
  }
}

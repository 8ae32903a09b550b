// Entry of the evaluation process: opens the device that it is told and evaluates graphs on it until told to stop.
import type { Device } from '../device/device.js';
import { turnsOn } from '../device/exclusive.js';
import { openDevice } from '../device/open.js';
import { AlphaSparseError, errorParts } from '../errors.js';
import type { Evaluator } from '../search/evaluator.js';
import { type Builder, inlineBuilder } from './builder.js';
import { buildPool } from './buildPool.js';
import { type BuildResult, inProcessEvaluator } from './inProcess.js';
import { loadBuild } from './loadBuild.js';
import { unpack } from './matrixTransfer.js';
import type { ChildSetup, Reply, Request } from './messages.js';
import { watchParent } from './orphanWatch.js';

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void stop());
watchParent();

type Order = Extract<Request, { kind: 'evaluate' }>;

let evaluator: Evaluator | undefined;
let builder: Builder | undefined;
/** What is to be evaluated, in this order; `undefined` where it was given up. */
let orders: (Order | undefined)[] = [];
let working = false;

process.on('message', (request: Request) => {
  if (request.kind === 'start') void start(request.setup);
  else if (request.kind === 'close') void stop();
  else {
    orders = request.kind === 'drop' ? orders.map(() => undefined) : [...orders, request];
    announce();
    if (!working) void work();
  }
});

async function work(): Promise<void> {
  working = true;
  while (evaluator && orders.length > 0) {
    const order = orders.shift();
    if (order) {
      const evaluation = await evaluator.evaluate(order.graph, order.effort);
      // The next may end this process, and what is not sent by then would be lost.
      await reply({ kind: 'evaluated', evaluation });
    } else {
      await reply({ kind: 'dropped' });
    }
  }
  working = false;
}

/** What waits is built meanwhile. */
function announce(): void {
  builder?.announce(orders.flatMap((order) => (order ? [order.graph] : [])));
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
}: ChildSetup): Promise<Evaluator> {
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
    const onAhead = (result: BuildResult) => compileAhead(device, result);
    builder = buildPool({ matrix, dtype, valueStorage, target, buildModule, threads: buildThreads, onAhead });
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
    onStep: (step) => void reply({ kind: 'step', step }),
    takeDevice: turnsOn(device.info, choice),
  });
}

/** Kernels that were compiled ahead, by their identity. */
const compiledAhead = new Set<string>();

/** Some devices compile beside what they run; errors show when the kernel's turn comes. */
function compileAhead(device: Device, result: BuildResult): void {
  if (!('kernel' in result)) return;
  const { kernel, key } = result;
  // Another graph's kernel that is the same will not be measured, so mostly not needed.
  if (key !== undefined && compiledAhead.has(key)) return;
  if (key !== undefined) compiledAhead.add(key);
  device.compile?.(kernel).catch(() => undefined);
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

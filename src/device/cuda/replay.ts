import type { Timing, TimingRequest } from '../device.js';
import { halfRange, median } from '../summary.js';
import type { CudaContext } from './context.js';
import { outPointer } from './nativeCall.js';

/** CU_STREAM_CAPTURE_MODE_THREAD_LOCAL: other threads may call the driver meanwhile. */
const threadLocal = 1;
/** A replay should last at most this long: by then its own start, some 5 us, does not show. */
const replayUs = 1000;
/** A short measurement is of so many replays at least. */
const replaysOfBudget = 5;
const [leastLaunches, mostLaunches] = [4, 512];
const leastSamples = 3;
/** A launch outside a graph takes up to this much longer than inside one. */
const launchOverheadUs = 20;
/** Rotation beats the cache when the buffers together exceed it this many times. */
const coldFactor = 2;

/** Work recorded into a CUDA graph. */
export interface Replay {
  launch(): void;
  close(): void;
}

/** Enqueues one multiplication on a stream, on one of several copies of its buffers. */
export type Enqueue = (stream: bigint, copy: number) => void;

/** Records what `enqueue` does into a graph. Run `enqueue` once before: loading a kernel cannot be recorded. */
export function record(context: CudaContext, enqueue: (stream: bigint) => void): Replay {
  const { driver, stream } = context;
  driver.call('cuStreamBeginCapture_v2', stream, threadLocal);
  let failure: unknown;
  try {
    enqueue(stream);
  } catch (error) {
    failure = error;
  }
  const out = outPointer();
  try {
    driver.call('cuStreamEndCapture', stream, out);
  } catch (error) {
    failure ??= error;
  }
  const graph = out[0];
  if (failure !== undefined) {
    if (graph !== 0n) driver.release('cuGraphDestroy', graph);
    throw failure;
  }
  try {
    const executable = driver.make('cuGraphInstantiateWithFlags', graph, 0);
    return {
      launch: () => driver.call('cuGraphLaunch', executable, stream),
      close: () => driver.release('cuGraphExecDestroy', executable),
    };
  } finally {
    driver.release('cuGraphDestroy', graph);
  }
}

/** Microseconds of device time between the start and the end of `work`, by events. Waits for it. */
export function timeOnce(context: CudaContext, work: () => void): number {
  const { driver, stream } = context;
  const start = driver.make('cuEventCreate', 0);
  const end = driver.make('cuEventCreate', 0);
  try {
    driver.call('cuEventRecord', start, stream);
    work();
    driver.call('cuEventRecord', end, stream);
    driver.call('cuEventSynchronize', end);
    const milliseconds = new Float32Array(new ArrayBuffer(4));
    driver.call('cuEventElapsedTime', milliseconds, start, end);
    return milliseconds[0] * 1000;
  } finally {
    driver.release('cuEventDestroy_v2', start);
    driver.release('cuEventDestroy_v2', end);
  }
}

/** Times one multiplication with warm caches: a graph of many of them, replayed until the budget is spent. */
export function timeWarm(context: CudaContext, enqueue: Enqueue, request: TimingRequest): Timing {
  const once = () => enqueue(context.stream, 0);
  timeOnce(context, once);
  const { stopAboveUs = Infinity } = request;
  const single = timeBelow(stopAboveUs + launchOverheadUs, () => timeOnce(context, once));
  if (single > stopAboveUs + launchOverheadUs) {
    return { warmUs: single, spreadUs: 0, samples: 1, method: 'timestamp' };
  }
  const warm = (stream: bigint) => enqueue(stream, 0);
  // A long kernel is estimated well enough by one launch.
  const estimate =
    single > replayUs ? single : sample(context, warm, leastLaunches, { budgetMs: 0, stopAboveUs }, 1)[0];
  if (estimate > stopAboveUs) {
    return { warmUs: estimate, spreadUs: 0, samples: 1, method: 'graph' };
  }
  const times = sample(context, warm, launchesFor(estimate, request), request, leastSamples);
  return { warmUs: median(times), spreadUs: halfRange(times), samples: times.length, method: 'graph' };
}

/** How often a time above the limit is taken again, in case the host was kept from launching. */
const doubts = 2;

/** The first time that is not above the limit, or the least of a few. */
function timeBelow(limitUs: number, time: () => number): number {
  let least = time();
  for (let i = 0; i < doubts && least > limitUs; i++) least = Math.min(least, time());
  return least;
}

/**
 * Times one multiplication with cold caches: launch i works on copy i mod `copies`, so what it reads left the cache
 * since. `estimateUs` is the warm time. Returns the median in microseconds.
 */
export function timeCold(
  context: CudaContext,
  enqueue: Enqueue,
  copies: number,
  estimateUs: number,
  request: TimingRequest,
): number {
  for (let copy = 0; copy < copies; copy++) enqueue(context.stream, copy);
  const rounds = Math.max(
    1,
    Math.min(Math.ceil(launchesFor(estimateUs, request) / copies), Math.floor(mostLaunches / copies)),
  );
  let next = 0;
  const rotate = (stream: bigint) => enqueue(stream, next++ % copies);
  return median(sample(context, rotate, rounds * copies, request, leastSamples));
}

/**
 * Copies of buffers of `bytes` each that make rotation cold: 1 when one alone overflows the cache, 0 when no allowed
 * number of copies (`most`) does.
 */
export function coldCopies(bytes: number, l2Bytes: number, most = mostLaunches): number {
  const copies = Math.floor((coldFactor * l2Bytes) / Math.max(bytes, 1)) + 1;
  return copies > most ? 0 : copies;
}

/** Launches in a graph: recording and instantiating many takes longer than running them. */
function launchesFor(us: number, { budgetMs }: TimingRequest): number {
  const lasting = Math.min(replayUs, (budgetMs * 1000) / replaysOfBudget);
  return Math.min(mostLaunches, Math.max(leastLaunches, Math.ceil(lasting / Math.max(us, 0.1))));
}

/** Replay times over launches, in microseconds: a warm-up replay, then samples until the budget is spent. */
function sample(
  context: CudaContext,
  enqueue: (stream: bigint) => void,
  launches: number,
  { budgetMs, stopAboveUs = Infinity }: TimingRequest,
  least: number,
): number[] {
  const replay = record(context, (stream) => {
    for (let i = 0; i < launches; i++) enqueue(stream);
  });
  try {
    const run = () => timeOnce(context, replay.launch) / launches;
    run();
    const times: number[] = [];
    let spentUs = 0;
    while (times.length < least || spentUs < budgetMs * 1000) {
      const time = timeBelow(stopAboveUs, run);
      times.push(time);
      spentUs += time * launches;
      if (time > stopAboveUs) break;
    }
    return times;
  } finally {
    replay.close();
  }
}

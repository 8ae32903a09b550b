import type { Timing, TimingRequest } from './device.js';
import { halfRange, median } from './summary.js';
import { checked, type OpenGpu } from './webgpuGpu.js';

/** Records `count` launches of a kernel, clears included; stamps, if any, belong to the last pass. */
export type Launch = (encoder: GPUCommandEncoder, count: number, stamps?: GPUComputePassTimestampWrites) => void;

/** Runs `count` launches and returns the microseconds that they took together. */
type Sample = (count: number) => Promise<number>;

// Long enough that a clock's step and the cost of a submission do not show.
const enoughUs = { timestamp: 1000, wall: 5000 };
const mostLaunches = 20000;
const mostSamples = 200;
// More than the last-level caches of today's GPUs; a CPU's is smaller and its memory slower.
const flushBytes = { hardware: 2 ** 28, software: 2 ** 26 };

/** Measures a kernel as documented on `Timing`: timestamp queries where the device has them, the wall clock otherwise. */
export async function timeLaunches(gpu: OpenGpu, launch: Launch, request: TimingRequest): Promise<Timing> {
  if (!gpu.timestamps) return summarize('wall', wallSample(gpu, launch), request);
  const clock = stampClock(gpu);
  try {
    const timing = await summarize('timestamp', warmSample(launch, clock), request);
    // A driver whose stamps stand still is one without stamps.
    if (!(timing.warmUs > 0)) return await summarize('wall', wallSample(gpu, launch), request);
    const stopped = timing.warmUs > (request.stopAboveUs ?? Number.POSITIVE_INFINITY);
    return request.cold && !stopped ? { ...timing, coldUs: await coldMedian(gpu, launch, clock, request) } : timing;
  } finally {
    clock.close();
  }
}

async function summarize(method: 'timestamp' | 'wall', sample: Sample, request: TimingRequest): Promise<Timing> {
  const enough = enoughUs[method];
  let count = 1;
  let totalUs = await sample(count);
  while (totalUs < enough && count < mostLaunches) {
    const growth = Math.min(Math.max((1.2 * enough) / totalUs, 2), 100);
    count = Math.min(Math.ceil(count * growth), mostLaunches);
    totalUs = await sample(count);
  }
  const samples = [totalUs / count];
  let spentUs = totalUs;
  const stop = samples[0] > (request.stopAboveUs ?? Number.POSITIVE_INFINITY);
  const budgetUs = request.budgetMs * 1000;
  // Three samples make a median, unless a single one is far beyond the budget.
  while (!stop && samples.length < mostSamples && spentUs < (samples.length < 3 ? 4 * budgetUs : budgetUs)) {
    totalUs = await sample(count);
    samples.push(totalUs / count);
    spentUs += totalUs;
  }
  return { warmUs: median(samples), spreadUs: halfRange(samples), samples: samples.length, method };
}

/** Two timestamps of one submission. */
interface StampClock {
  readonly start: GPUComputePassTimestampWrites;
  readonly end: GPUComputePassTimestampWrites;
  /** Submits what `record` encodes; microseconds from the start stamp to the end stamp. */
  run(record: (encoder: GPUCommandEncoder) => void): Promise<number>;
  close(): void;
}

function stampClock({ device }: OpenGpu): StampClock {
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 });
  const resolved = device.createBuffer({ size: 16, usage: 0x200 | 0x4 }); // QUERY_RESOLVE, COPY_SRC
  const readback = device.createBuffer({ size: 16, usage: 0x8 | 0x1 }); // COPY_DST, MAP_READ
  return {
    start: { querySet, endOfPassWriteIndex: 0 },
    end: { querySet, endOfPassWriteIndex: 1 },
    async run(record) {
      await checked(device, 'Timing', () => {
        const encoder = device.createCommandEncoder();
        record(encoder);
        encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, readback, 0, 16);
        device.queue.submit([encoder.finish()]);
        return readback.mapAsync(1);
      });
      const [start, end] = new BigInt64Array(readback.getMappedRange().slice(0));
      readback.unmap();
      return Number(end - start) / 1000;
    },
    close() {
      querySet.destroy();
      resolved.destroy();
      readback.destroy();
    },
  };
}

/**
 * The clock starts when a pass before the counted ones ends, so that the first clear is counted too. That pass warms
 * up with a launch, save for kernels so slow that one launch makes a sample.
 */
function warmSample(launch: Launch, clock: StampClock): Sample {
  return (count) =>
    clock.run((encoder) => {
      if (count > 1) launch(encoder, 1, clock.start);
      else encoder.beginComputePass({ timestampWrites: clock.start }).end();
      launch(encoder, count, clock.end);
    });
}

function wallSample({ device }: OpenGpu, launch: Launch): Sample {
  const submit = (count: number) =>
    checked(device, 'Timing', () => {
      const encoder = device.createCommandEncoder();
      launch(encoder, count);
      device.queue.submit([encoder.finish()]);
      return device.queue.onSubmittedWorkDone();
    });
  return async (count) => {
    await submit(1);
    const start = performance.now();
    await submit(count);
    return (performance.now() - start) * 1000;
  };
}

/** Single launches, each after overwriting more memory than the caches hold. */
async function coldMedian(gpu: OpenGpu, launch: Launch, clock: StampClock, request: TimingRequest): Promise<number> {
  const wanted = gpu.info.software ? flushBytes.software : flushBytes.hardware;
  const scratch = gpu.device.createBuffer({ size: Math.min(wanted, gpu.limits.maxBufferSize), usage: 0x8 });
  try {
    const samples: number[] = [];
    const start = performance.now();
    do {
      const us = await clock.run((encoder) => {
        encoder.clearBuffer(scratch);
        encoder.beginComputePass({ timestampWrites: clock.start }).end();
        launch(encoder, 1, clock.end);
      });
      samples.push(us);
    } while (samples.length < 3 || (samples.length < mostSamples && performance.now() - start < request.budgetMs));
    return median(samples);
  } finally {
    scratch.destroy();
  }
}

// Reads damaged files, one after another, and says of each that went wrong what happened.
import { parentPort, workerData } from 'node:worker_threads';
import { AlphaSparseError } from '../../dist/errors.js';
import { validate } from '../../dist/matrix/csr.js';
import { readMatrix } from '../../dist/matrix/read.js';
import { createRandom } from '../../dist/random.js';
import { damagedFile } from './damage.mjs';
import { samples } from './samples.mjs';

const { seed, first, end, memoryMb, current, fault } = workerData;
const random = createRandom(seed);
const peakMb = () => process.resourceUsage().maxRSS / 1024;
const before = peakMb();
let reported = false;

for (let index = first; index < end; index++) {
  Atomics.store(current, 0, index);
  const stream = random.fork(`${index}`);
  const { format, bytes } = damagedFile(samples, stream);
  const start = performance.now();
  const outcome = await read(index, bytes, stream);
  const growth = peakMb() - before;
  const tooMuch = growth > memoryMb && !reported;
  reported ||= tooMuch;
  const problem = outcome.problem ?? (tooMuch ? `memory grew by ${Math.round(growth)} MB` : undefined);
  parentPort.postMessage({ index, format, ...outcome, problem, ms: performance.now() - start, growth });
}
Atomics.store(current, 0, end);

async function read(index, bytes, stream) {
  try {
    if (fault?.index === index) await inject(fault.kind);
    const matrix = await readMatrix(stream.int(2) ? bytes : chunked(bytes, 1 + stream.int(bytes.length + 1)));
    try {
      validate(matrix);
    } catch (error) {
      return { problem: `accepted as a matrix that is none: ${error.message}` };
    }
    return { result: 'read' };
  } catch (error) {
    if (error instanceof AlphaSparseError && (error.code === 'input' || error.code === 'unsupported')) {
      return { result: error.code };
    }
    return { problem: `${error?.stack ?? error}` };
  }
}

/** What tests ask for, to see that it is noticed. */
async function inject(kind) {
  if (kind === 'crash') throw new TypeError('a crash asked for');
  if (kind === 'spin') for (;;);
  if (kind === 'silence') await new Promise(() => {});
  if (kind === 'memory') new Uint8Array(2 ** 20 * 3 * memoryMb).fill(1);
}

async function* chunked(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

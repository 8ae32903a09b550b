// Reads damaged files in a worker that is watched: a reader that does not come back is ended and counts as a failure.
import { Worker } from 'node:worker_threads';

const mostFailures = 20;

/**
 * Reads `files` damaged files, the same ones for a seed. Counts by format and result; `failures` names each file that
 * ended in anything but a matrix or an error of code input or unsupported, took longer than `limitMs`, or made this
 * process grow by more than `memoryMb`. `first` begins elsewhere, to repeat a failure.
 */
export async function fuzzReaders({ files, seed, first = 0, limitMs = 20_000, memoryMb = 1536, fault, onFile }) {
  const counts = { files: 0, formats: {}, slowestMs: 0, peakGrowthMb: 0, failures: [] };
  const end = first + files;
  let next = first;
  while (next < end && counts.failures.length < mostFailures) {
    const stuck = await runWorker({ seed, first: next, end, memoryMb, fault }, limitMs, (file) => {
      next = file.index + 1;
      count(counts, file);
      onFile?.(counts);
    });
    if (!stuck) continue;
    counts.failures.push({ index: next, problem: stuck });
    counts.files++;
    next++;
  }
  return counts;
}

function count(counts, { index, format, result, problem, ms, growth }) {
  counts.files++;
  counts.formats[format] ??= { read: 0, input: 0, unsupported: 0 };
  if (result) counts.formats[format][result]++;
  counts.slowestMs = Math.max(counts.slowestMs, ms);
  counts.peakGrowthMb = Math.max(counts.peakGrowthMb, growth);
  if (problem) counts.failures.push({ index, format, problem });
}

/** Resolves when the worker is through, or to what befell the file that it did not finish. */
function runWorker(data, limitMs, onFile) {
  // Shared, since a reader that spins answers no message.
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: { ...data, current } });
  let seen = -1;
  let since = Date.now();
  return new Promise((resolve) => {
    let problem;
    const timer = setInterval(
      () => {
        const now = Atomics.load(current, 0);
        if (now !== seen) {
          seen = now;
          since = Date.now();
        } else if (Date.now() - since > limitMs) {
          problem = `no end after ${limitMs} ms`;
          void worker.terminate();
        }
      },
      Math.min(250, limitMs / 4),
    );
    worker.on('message', onFile);
    worker.on('error', (error) => {
      problem = `the worker died: ${error?.stack ?? error}`;
    });
    worker.on('exit', () => {
      clearInterval(timer);
      const through = Atomics.load(current, 0) >= data.end;
      resolve(problem ?? (through ? undefined : 'the reader never answers: nothing is left that could'));
    });
  });
}

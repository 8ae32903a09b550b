// `npm run fuzz:readers -- --files 100000`: damaged files of every format. Each must be read as a matrix or refused with
// an AlphaSparseError, in bounded time and memory. Exit status 1 when one is not. `--first N --files 1` repeats one.
import { parseArgs } from 'node:util';
import { fuzzReaders } from './readerFuzz/fuzz.mjs';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '100000' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    first: { type: 'string', default: '0' },
    'limit-ms': { type: 'string', default: '20000' },
    'memory-mb': { type: 'string', default: '1536' },
  },
});
const number = (name) => {
  const value = Number(options[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`error: --${name} is '${options[name]}', not a whole number`);
  process.exit(2);
};
const [seed, first] = [number('seed'), number('first')];
const start = Date.now();
let nextReport = start + 30_000;
let told = 0;
const counts = await fuzzReaders({
  files: number('files'),
  seed,
  first,
  limitMs: number('limit-ms'),
  memoryMb: number('memory-mb'),
  onFile(now) {
    tell(now);
    if (Date.now() < nextReport) return;
    nextReport += 30_000;
    console.error(summary(now));
  },
});
tell(counts);
for (const [format, { read, input, unsupported }] of Object.entries(counts.formats).sort()) {
  console.log(`${format.padEnd(8)}${read} read, ${input} refused, ${unsupported} unsupported`);
}
console.log(`seed ${seed}: ${summary(counts)}`);
process.exit(counts.failures.length > 0 ? 1 : 0);

/** Failures at once, since a long run may be stopped. */
function tell({ failures }) {
  for (; told < failures.length; told++) {
    const { index, format = '', problem } = failures[told];
    console.log(`FAILED: ${format} ${problem}\n  npm run fuzz:readers -- --seed ${seed} --first ${index} --files 1`);
  }
}

function summary({ files, slowestMs, peakGrowthMb, failures }) {
  const seconds = Math.round((Date.now() - start) / 1000);
  const worst = `slowest ${Math.round(slowestMs)} ms, memory +${Math.round(peakGrowthMb)} MB`;
  return `${files} files in ${seconds} s, ${worst}, ${failures.length} failures`;
}

// Tests on a real GPU: every seed on a handful of matrices in every dtype and storage of values, through CUDA and through WebGPU, against fp64
// on the host; then a sample under compute-sanitizer. Run after the build:
//   node scripts/gpu/test.mjs [--dtypes f32,f64+bf16] [MATRIX...]      files or gen: specifications
//   node scripts/gpu/test.mjs --sample       two small matrices on CUDA only (what sanitize.sh runs)
// The last line sums up. Exit status: the number of failures, at most 100; 0 with a printed skip where there is no CUDA.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildKernel } from '../../dist/codegen/build.js';
import { asStored } from '../../dist/codegen/storedValues.js';
import { findCuda, isFatal, openCuda } from '../../dist/device/cuda/index.js';
import { createVerifier, explain } from '../../dist/device/verify.js';
import { openWebgpu } from '../../dist/device/webgpu.js';
import { readMatrix } from '../../dist/matrix/read.js';
import { createRandom } from '../../dist/random.js';
import { seeds } from '../../dist/seeds/index.js';

const root = new URL('../../', import.meta.url);
const sampleMatrices = ['gen:rmat:scale=7,degree=6,signed=1', 'gen:blockfem:nnz=1500,block=3,signed=1'];
const matrices = [
  ...sampleMatrices,
  'gen:stencil5:n=40,signed=1',
  'gen:banded:n=700,width=9,signed=1',
  'gen:uniform:n=900,degree=5,signed=1',
  'gen:rmat:scale=12,degree=16,signed=1',
  'gen:arrow:n=3000,signed=1',
  'gen:dense:n=150,signed=1',
  'gen:diagonal:n=500',
  'gen:empty:rows=40,cols=30',
  fileURLToPath(new URL('matrices/west2021.mtx.gz', root)),
];
/** Kernels that are compiled while others run. */
const ahead = 48;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'boolean' },
    dtypes: { type: 'string', default: 'f32,f64,f16,f32+f16,f32+bf16,f64+bf16' },
  },
});
const count = { passed: 0, refused: 0, failed: 0 };
const skipped = [];
const start = performance.now();

const found = findCuda();
if (!found.available) {
  console.log(`skip: CUDA is not available: ${found.reason}`);
  finish();
}
const named = positionals.length > 0 ? positionals : flags.sample ? sampleMatrices : matrices;
const loaded = await Promise.all(named.map((source) => readMatrix(source)));
const dtypes = flags.sample ? ['f32'] : flags.dtypes.split(',');
await onDevice('CUDA', () => openCuda(), dtypes);
if (!flags.sample) {
  await onDevice('WebGPU', () => openWebgpu({ adapter: 'hardware' }), ['f32', 'f32+f16', 'f32+bf16']);
  sanitize();
}
finish();

async function onDevice(label, open, wanted) {
  let device;
  try {
    device = await open();
  } catch (error) {
    skip(label, error.message);
    return;
  }
  console.log(`${label}: ${device.info.name}, ${device.info.driver}`);
  for (const matrix of loaded) {
    for (const types of wanted.filter((each) => device.info.dtypes.includes(each.split('+')[0]))) {
      if (!(await seedsOn(device, matrix, types, label))) return;
    }
  }
  await device.close();
}

/** Runs every seed; false when the device is lost, and with it all further tests of it. */
async function seedsOn(device, given, types, label) {
  const [dtype, valueStorage] = types.split('+');
  const { matrix } = asStored(given, valueStorage);
  const random = createRandom(7);
  const checks = ['first', 'second'].map((run) => {
    const x = Float64Array.from({ length: matrix.cols }, () => 2 * random.next() - 1);
    return { run, x, check: createVerifier(matrix, x, dtype) };
  });
  const built = seeds.map(({ name, graph }) => ({
    name,
    ...buildOf(matrix, graph, { dtype, valueStorage, target: device.info.target }),
  }));
  const before = { ...count };
  for (const [i, { name, kernel, refused, error }] of built.entries()) {
    if (i % ahead === 0) for (const next of built.slice(i, i + ahead)) compileAhead(device, next.kernel);
    if (refused) {
      count.refused++;
      continue;
    }
    const where = `${label} ${types} ${matrix.name} ${name}`;
    try {
      if (error) throw error;
      await checkKernel(device, kernel, matrix, checks);
      count.passed++;
    } catch (failure) {
      fail(`${where}: ${failure.message}`);
      if (!isFatal(failure)) continue;
      console.log(`${label} is lost after this kernel; its other tests are left out`);
      return false;
    }
  }
  const line = Object.keys(count).map((outcome) => `${count[outcome] - before[outcome]} ${outcome}`);
  console.log(`${label} ${types} ${matrix.name}: ${line.join(', ')}`);
  return true;
}

function buildOf(matrix, graph, options) {
  try {
    return buildKernel(matrix, graph, options);
  } catch (error) {
    return { error };
  }
}

function compileAhead(device, kernel) {
  // Errors show when the kernel's turn comes.
  if (kernel) device.compile?.(kernel).catch(() => {});
}

async function checkKernel(device, kernel, matrix, checks) {
  const prepared = await device.prepare(kernel, matrix.data);
  try {
    for (const { run, x, check } of checks) {
      const verdict = check(await prepared.multiply(x));
      if (!verdict.ok) throw new Error(`${run} multiplication is wrong: ${explain(verdict)}`);
    }
  } finally {
    prepared.close();
  }
}

function sanitize() {
  const script = fileURLToPath(new URL('scripts/gpu/sanitize.sh', root));
  const run = spawnSync('bash', [script], { encoding: 'utf8' });
  const output = `${run.stdout ?? ''}${run.stderr ?? ''}`.trim();
  if (run.status === 77) skip('compute-sanitizer', output);
  else if (run.status === 0) {
    count.passed++;
    console.log(output);
  } else fail(`compute-sanitizer: ${run.error?.message ?? `exit ${run.status}`}\n${output.slice(-3000)}`);
}

function fail(text) {
  count.failed++;
  console.log(`FAILED ${text}`);
}

function skip(what, why) {
  skipped.push(what);
  console.log(`skip: ${what}: ${why}`);
}

function finish() {
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const left = skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : '';
  console.log(
    `${count.passed} passed, ${count.failed} failed, ${count.refused} do not suit their matrix, in ${seconds} s${left}`,
  );
  process.exit(Math.min(count.failed, 100));
}

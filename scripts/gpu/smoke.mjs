// Exercises the CUDA device on a real GPU and measures its floors. Run from the root, after the build:
//   node scripts/gpu/smoke.mjs              everything, about two minutes; writes $OUT/smoke.json when OUT is set
//   node scripts/gpu/smoke.mjs --tiny       correctness on small matrices only (for compute-sanitizer)
// Every section reports its own failure and lets the rest go on. Exit status: the number of failed sections.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCompilePool } from '../../dist/device/cuda/compilePool.js';
import { openCompilers } from '../../dist/device/cuda/compilers.js';
import { cudaDevices, cusparseBaselines, findCuda, isFatal, openCuda } from '../../dist/device/cuda/index.js';
import { timeOnce } from '../../dist/device/cuda/replay.js';
import { explain, verify } from '../../dist/device/verify.js';
import * as inputs from './smokeInputs.mjs';

const self = fileURLToPath(import.meta.url);
const mode = process.argv[2] ?? '';
const report = {};
let failures = 0;

if (mode === '--crash') await crash();
const device = await open();
if (mode === '--tiny') await section('tiny', tiny);
else {
  await section('floors', floors);
  await section('nvrtc', nvrtcTimes);
  await section('kernels', kernels);
  await section('dtypes', dtypes);
  await section('baselines', baselines);
  await section('leaks', leaks);
  await section('crash', crashInChild);
  await section('sanitizer', sanitizer);
}
await device.close();
say(`${failures} failed sections`);
process.exit(failures);

async function section(name, work) {
  const start = performance.now();
  try {
    report[name] = await work();
  } catch (error) {
    failures++;
    report[name] = { error: String(error?.stack ?? error) };
    say(`FAILED ${name}: ${error?.stack ?? error}`);
  }
  say(`-- ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (process.env.OUT) writeFileSync(join(process.env.OUT, 'smoke.json'), JSON.stringify(report, null, 1));
}

function say(line) {
  console.log(line);
}

async function open() {
  const start = performance.now();
  const opened = await openCuda(0, { cubins: mkdtempSync(join(tmpdir(), 'cubins-')) });
  const openMs = performance.now() - start;
  const { facts, driver } = opened.context;
  report.device = { found: findCuda(), devices: cudaDevices(), info: opened.info, facts, driver: driver.path, openMs };
  say(`${opened.info.name} ${facts.arch}, ${opened.info.driver}, opened in ${openMs.toFixed(0)} ms`);
  say(JSON.stringify({ ...facts, ...opened.info.target }));
  return opened;
}

/** Prepares, checks against fp64, times. Twice, so that the difference shows what noise is. */
async function measure(kernel, matrix, { cold = true, times = 2 } = {}) {
  const start = performance.now();
  const prepared = await device.prepare(kernel, matrix.data);
  const prepareMs = performance.now() - start;
  try {
    const x = Float64Array.from({ length: matrix.cols }, (_, i) => Math.cos(i * 7.31 + 0.4));
    const verdict = verify(matrix, await prepared.multiply(x), x, kernel.dtype);
    if (!verdict.ok) throw new Error(`${kernel.name} on ${matrix.name}: ${explain(verdict)}`);
    const data = matrix.data.map((value) => 1.5 - value);
    prepared.updateValues(data);
    const again = verify({ ...matrix, data }, await prepared.multiply(x), x, kernel.dtype);
    if (!again.ok) throw new Error(`${kernel.name} on ${matrix.name}, new values: ${explain(again)}`);
    const timings = [];
    for (let i = 0; i < times; i++) timings.push(await prepared.time({ budgetMs: 20, cold }));
    return { kernel: kernel.name, matrix: matrix.name, prepareMs, resources: prepared.resources, timings };
  } finally {
    prepared.close();
  }
}

function tell({ kernel, matrix, resources, timings }, bytes) {
  const us = timings.map((t) => `${t.warmUs.toFixed(2)}±${t.spreadUs.toFixed(2)}/${t.coldUs?.toFixed(2) ?? '-'}`);
  const rate = (bytes / timings[0].warmUs / 1e6).toFixed(2);
  say(`${matrix} ${kernel}: warm/cold us ${us.join(' ')}; ${rate} TB/s; ${resources.registers} registers`);
}

async function tiny() {
  for (const matrix of [inputs.stencil(12), inputs.skewed(300), inputs.blocked(20, 3)]) {
    const all = [
      inputs.csrScalar(matrix),
      inputs.csrVector(matrix, 8),
      inputs.csrAtomic(matrix),
      inputs.csrShared(matrix),
    ];
    for (const kernel of all) await measure(kernel, matrix, { times: 1 });
    const results = await cusparseBaselines(device, matrix, 'f32', { budgetMs: 1 });
    say(`${matrix.name}: ${results.map((r) => `${r.name.slice(9)} ${r.ok ? 'ok' : r.reason}`).join(', ')}`);
  }
}

async function floors() {
  const { context } = device;
  const result = { empty: {} };
  for (const [name, kernel] of [
    ['1 block', inputs.emptyKernel()],
    ['1056 blocks', inputs.emptyKernel(1056)],
    ['100000 blocks', inputs.emptyKernel(100_000)],
    ['1 block, y cleared', inputs.emptyKernel(1, true)],
  ]) {
    const prepared = await device.prepare(kernel, []);
    result.empty[name] = await prepared.time({ budgetMs: 20 });
    prepared.close();
    say(`empty kernel, ${name}: ${result.empty[name].warmUs.toFixed(2)} us a launch in a graph`);
  }
  const bytes = 4 * 2 ** 30;
  const [from, to] = [context.allocate(bytes), context.allocate(bytes)];
  context.fill(from, 0x3c, bytes);
  const copy = () => context.driver.call('cuMemcpyDtoDAsync_v2', to, from, bytes, context.stream);
  const times = Array.from({ length: 10 }, () => timeOnce(context, copy)).sort((a, b) => a - b);
  result.copyTBs = (2 * bytes) / times[5] / 1e6;
  say(`device copy: ${result.copyTBs.toFixed(2)} TB/s read and written`);
  context.free(from);
  context.free(to);
  return result;
}

async function nvrtcTimes() {
  const matrix = inputs.stencil(8);
  let serial = 0;
  const fresh = (dtype = 'f32') => `// ${serial++}\n${inputs.csrVector(matrix, 8, dtype).source}`;
  const options = { arch: device.context.facts.arch };
  const result = { singleMs: [], halfMs: [], pooled: [] };
  for (const [list, dtype] of [
    [result.singleMs, 'f32'],
    [result.halfMs, 'f16'],
  ]) {
    for (let i = 0; i < 4; i++) {
      const source = fresh(dtype);
      const start = performance.now();
      await device.nvrtc.compile(source, device.nvrtc.optionsFor(source, options));
      list.push(performance.now() - start);
    }
  }
  for (const width of [1, 2, 4, 8, 12]) {
    const compilers = openCompilers(device.nvrtc, width - 1);
    const pool = openCompilePool(device.nvrtc, compilers, undefined);
    const compileAll = (count) => Promise.all(Array.from({ length: count }, () => pool.compile(fresh(), options)));
    await compileAll(width); // starts the processes
    const count = 48;
    const start = performance.now();
    await compileAll(count);
    result.pooled.push({ width, msEach: (performance.now() - start) / count });
    compilers.close();
  }
  const round = (list) => list.map((ms) => ms.toFixed(0)).join(' ');
  say(`NVRTC ms: f32 ${round(result.singleMs)}; f16 with its header ${round(result.halfMs)}`);
  say(`NVRTC ms a kernel by pool width: ${result.pooled.map((p) => `${p.width}: ${p.msEach.toFixed(1)}`).join(', ')}`);
  return result;
}

function matrices() {
  return [
    inputs.stencil(64),
    inputs.stencil(1000),
    inputs.uniform(300_000, 16),
    inputs.skewed(100_000),
    inputs.blocked(20_000, 8),
  ];
}

async function kernels() {
  const results = [];
  for (const matrix of matrices()) {
    for (const kernel of [
      inputs.csrScalar(matrix),
      inputs.csrVector(matrix, 2),
      inputs.csrVector(matrix, 8),
      inputs.csrVector(matrix, 32),
      inputs.csrAtomic(matrix),
      inputs.csrShared(matrix),
    ]) {
      const result = await measure(kernel, matrix);
      results.push(result);
      tell(result, kernel.bytes);
    }
  }
  return results;
}

async function dtypes() {
  const results = [];
  for (const matrix of [inputs.stencil(300), inputs.uniform(50_001, 8)]) {
    for (const dtype of ['f64', 'f16']) {
      const kernel = inputs.csrScalar(matrix, dtype);
      const result = await measure(kernel, matrix);
      results.push(result);
      tell(result, kernel.bytes);
    }
  }
  return results;
}

async function baselines() {
  const results = [];
  const cases = matrices().map((matrix) => [matrix, 'f32']);
  for (const dtype of ['f64', 'f16']) cases.push([inputs.blocked(2000, 8), dtype]);
  for (const [matrix, dtype] of cases) {
    const list = await cusparseBaselines(device, matrix, dtype, { cold: true });
    results.push({ matrix: matrix.name, nnz: matrix.nnz, dtype, list });
    const tried = list.filter((r) => !r.reason?.includes('padding'));
    const text = tried.map((r) => `${r.name.slice(9)} ${r.ok ? us(r) : `FAILS (${r.reason})`}`);
    say(`cuSPARSE ${matrix.name} ${dtype}, warm/cold us: ${text.join(', ')}`);
  }
  return results;
}

function us({ timeUs, coldUs }) {
  return `${timeUs.toFixed(2)}/${coldUs?.toFixed(2) ?? '-'}`;
}

async function leaks() {
  const matrix = inputs.stencil(300);
  const free = device.context.freeBytes();
  for (let i = 0; i < 50; i++) {
    const prepared = await device.prepare(inputs.csrScalar(matrix), matrix.data);
    await prepared.time({ budgetMs: 1, cold: i % 10 === 0 });
    prepared.close();
  }
  const lost = free - device.context.freeBytes();
  say(`50 kernels later, ${lost} bytes of device memory are missing`);
  return { lost };
}

async function crash() {
  const fragile = await openCuda(0, { cubins: false });
  const prepared = await fragile.prepare(inputs.crashingKernel(), []);
  const first = await prepared.multiply(new Float32Array(1024)).catch((error) => error);
  prepared.close();
  const second = await fragile.prepare(inputs.emptyKernel(), []).catch((error) => error);
  await fragile.close();
  const tellError = (error) => ({ code: error.code, message: error.message, fatal: isFatal(error) });
  console.log(JSON.stringify({ first: tellError(first), second: tellError(second) }));
  process.exit(isFatal(first) && isFatal(second) ? 0 : 1);
}

function crashInChild() {
  const child = spawnSync(process.execPath, [self, '--crash'], { encoding: 'utf8', timeout: 60_000 });
  say(`crash in a child: exit ${child.status} ${child.stdout.trim()} ${child.stderr.slice(-500)}`);
  if (child.status !== 0) throw new Error('the crash was not recognized as fatal');
  const matrix = inputs.stencil(64);
  return measure(inputs.csrScalar(matrix), matrix); // this process is unharmed
}

function sanitizer() {
  const command = ['--error-exitcode', '9', '--target-processes', 'all', process.execPath, self, '--tiny'];
  const run = spawnSync('compute-sanitizer', command, { encoding: 'utf8', timeout: 150_000 });
  if (run.error) {
    say(`compute-sanitizer: ${run.error.message}`);
    return { skipped: run.error.message };
  }
  const tail = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('='))
    .slice(-12);
  say(`compute-sanitizer: exit ${run.status}\n   ${tail.join('\n   ')}`);
  if (run.status === 9) throw new Error('compute-sanitizer found errors');
  return { status: run.status, tail, stderr: run.stderr.slice(-2000) };
}

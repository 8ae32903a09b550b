// `npm run fuzz -- --minutes 20`: random matrices and legal graphs until the time is up, reference against interpreter
// against kernel. Repeats one pair with `--matrix SPEC --graph JSON`. Exit status 1 when something is wrong.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { embedTemplates } from './embedTemplates.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
embedTemplates();
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    'execute-every': { type: 'string', default: '12' },
    'nvcc-every': { type: 'string', default: '0' },
    matrix: { type: 'string' },
    graph: { type: 'string' },
  },
});
const load = async (file) => (await runnerImport(join(root, file))).module;
const { fuzz, repeat } = await load('test/property/fuzz.ts');
const { openDevice } = await load('src/device/open.ts');
const device = await openDevice({ target: 'webgpu', device: 'software' });

if (options.matrix && options.graph) {
  const problem = await repeat(options.matrix, options.graph, device);
  console.log(problem ?? 'ok');
  finish(problem ? 1 : 0);
}

const minutes = Number(options.minutes);
const start = Date.now();
let nextReport = start + 30_000;
let told = 0;
const counts = await fuzz({
  seed: Number(options.seed),
  device,
  executeEvery: Number(options['execute-every']),
  cudaEvery: Number(options['nvcc-every']),
  onCuda: compileCuda,
  enough: (now) => {
    // At once, since a long run may be stopped.
    for (; told < now.failures.length; told++) tell(now.failures[told]);
    if (Date.now() > nextReport) {
      console.error(`${Math.round((Date.now() - start) / 1000)} s: ${summary(now)}`);
      nextReport += 30_000;
    }
    return Date.now() - start >= minutes * 60_000;
  },
});
console.log(`seed ${options.seed}: ${summary(counts)}`);
finish(counts.failures.length > 0 ? 1 : 0);

function tell({ matrix, graph, problem }) {
  console.log(`FAILED: ${problem}\n  npm run fuzz -- --matrix '${matrix}' --graph '${graph}'`);
}

function summary({ pairs, structures, executed, compiled, failures }) {
  const cuda = compiled > 0 ? `${compiled} compiled by nvcc, ` : '';
  return `${pairs} pairs of ${structures.size} structures, ${executed} executed, ${cuda}${failures.length} failures`;
}

/** What nvcc says against a source; undefined when it compiles, or when there is no nvcc. */
function compileCuda(source) {
  const folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
  try {
    const file = join(folder, 'kernel.cu');
    writeFileSync(file, source);
    const run = spawnSync('nvcc', ['-cubin', '-arch=sm_90', '-std=c++17', '-o', `${file}bin`, file], {
      encoding: 'utf8',
    });
    if (run.error || run.status === 0) return undefined;
    return run.stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Dawn keeps threads that would hold the process open.
function finish(status) {
  process.exit(status);
}

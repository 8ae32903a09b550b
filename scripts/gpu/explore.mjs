// Times every seed (and a few variants of each) beside cuSPARSE, in one process: a map of what the kernels can do.
// Usage on the GPU machine: node scripts/gpu/explore.mjs [--seconds N] MATRIX...   (files or gen: specifications)
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildKernel } from '../../dist/codegen/build.js';
import { cusparseBaselines, openCuda } from '../../dist/device/cuda/index.js';
import { explain, verify } from '../../dist/device/verify.js';
import { graphText } from '../../dist/graph/identity.js';
import { readMatrix } from '../../dist/matrix/read.js';
import { seeds } from '../../dist/seeds/index.js';
import { createSearchSpace } from '../../dist/space/index.js';

const args = process.argv.slice(2);
const device = await openCuda();
const results = [];
for (const file of args) {
  const started = Date.now();
  const A = await readMatrix(file);
  const space = createSearchSpace(A, device.info.target);
  const x = Float32Array.from({ length: A.cols }, () => Math.fround(Math.random() * 2 - 1));
  const baselines = await cusparseBaselines(device, A, 'f32', { budgetMs: 10 });
  const rows = [];
  const large = A.nnz > 4e6;
  const queue = [];
  for (const { name, graph } of seeds) {
    if (space.refusal(graph)) continue;
    if (large && !/csr-vector-(8|16|32)|sell|stream|csr5|dia$|long|bsr$|ell$/.test(name)) continue;
    const variants = [[name, graph]];
    const set = (op, params) =>
      JSON.parse(JSON.stringify(graph), (_k, v) =>
        v && v.op === op ? { ...v, params: { ...v.params, ...params } } : v,
      );
    variants.push([`${name} t128`, set('SET_RESOURCES', { threads: 128 })]);
    if (!large)
      variants.push(
        [`${name} t64`, set('SET_RESOURCES', { threads: 64 })],
        [`${name} u1`, set('SET_RESOURCES', { unroll: 1 })],
        [`${name} u8`, set('SET_RESOURCES', { unroll: 8 })],
      );
    queue.push(...variants);
  }
  const built = [];
  for (const [name, graph] of queue) {
    try {
      const b = buildKernel(A, graph, { dtype: 'f32', target: device.info.target });
      if ('refused' in b) continue;
      built.push({ name, graph, kernel: b.kernel, compiled: device.compile(b.kernel).catch(() => {}) });
    } catch (e) {
      rows.push({ name, error: String(e.stack) });
    }
    if (large && built.length >= 6) await run(built.splice(0));
  }
  await run(built);
  async function run(list) {
    for (const { name, graph, kernel, compiled } of list) {
      try {
        await compiled;
        const k = await device.prepare(kernel, A.data);
        const v = verify(A, await k.multiply(x), x, 'f32');
        const t = await k.time({ budgetMs: 8, cold: true });
        rows.push({
          name,
          ok: v.ok,
          why: v.ok ? undefined : explain(v),
          us: t.warmUs,
          cold: t.coldUs,
          bytes: kernel.bytes,
          blocks: kernel.blocks,
          registers: k.resources?.registers,
          graph: graphText(graph),
        });
        k.close();
      } catch (e) {
        rows.push({ name, error: e.message });
      }
    }
  }
  const good = rows.filter((r) => r.ok).sort((a, b) => a.us - b.us);
  const base = Object.fromEntries(
    baselines.filter((b) => b.ok).map((b) => [b.name.replace('cusparse-', ''), +b.timeUs.toFixed(2)]),
  );
  const bestBase = Math.min(...Object.values(base));
  results.push({ matrix: A.name, rows: A.rows, nnz: A.nnz, base, list: rows });
  console.log(
    `${A.name} nnz ${A.nnz} cusparse ${base.csr} best ${bestBase} | ours ${good[0]?.us.toFixed(2)} x${(bestBase / good[0]?.us).toFixed(2)} | ` +
      good
        .slice(0, 6)
        .map((r) => `${r.name} ${r.us.toFixed(2)}/${r.cold?.toFixed(2)}`)
        .join(', ') +
      ` | ${((Date.now() - started) / 1000).toFixed(1)}s bad ${rows.filter((r) => !r.ok).length}`,
  );
  for (const r of rows.filter((r) => !r.ok).slice(0, 3)) console.log('   BAD', r.name, r.why ?? r.error);
  if (process.env.OUT) {
    mkdirSync(process.env.OUT, { recursive: true });
    writeFileSync(`${process.env.OUT}/explore.json`, JSON.stringify(results));
  }
}
await device.close();

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
const only = process.env.ONLY && new RegExp(process.env.ONLY);
const load = (type, asm, result) =>
  `__device__ __forceinline__ ${type} load_once(const ${type}* p) { ${asm} return ${result}; }\n`;
const prelude =
  load('float', 'float v; asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(p));', 'v') +
  load('unsigned int', 'unsigned int v; asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(v) : "l"(p));', 'v') +
  load(
    'unsigned short',
    'unsigned short v; asm("ld.global.nc.L1::no_allocate.u16 %0, [%1];" : "=h"(v) : "l"(p));',
    'v',
  ) +
  load(
    'unsigned char',
    'unsigned int v; asm("ld.global.nc.L1::no_allocate.u8 %0, [%1];" : "=r"(v) : "l"(p));',
    '(unsigned char)v',
  ) +
  load(
    'float4',
    'float4 v; asm("ld.global.nc.L1::no_allocate.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));',
    'v',
  ) +
  load(
    'uint4',
    'uint4 v; asm("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));',
    'v',
  ) +
  load(
    'ushort4',
    'uint2 w; asm("ld.global.nc.L1::no_allocate.v2.u32 {%0,%1}, [%2];" : "=r"(w.x), "=r"(w.y) : "l"(p));',
    'make_ushort4(w.x & 0xffff, w.x >> 16, w.y & 0xffff, w.y >> 16)',
  ) +
  load(
    'uchar4',
    'unsigned int w; asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(w) : "l"(p));',
    'make_uchar4(w & 255, (w >> 8) & 255, (w >> 16) & 255, w >> 24)',
  );
const keep =
  '__device__ __forceinline__ float load_x(const float* p) { float v; asm("ld.global.nc.L1::evict_last.f32 %0, [%1];" : "=f"(v) : "l"(p)); return v; }\n';
const noAllocate = (source, x) =>
  prelude +
  (x ? keep : '') +
  source.replaceAll('__ldcs(', 'load_once(').replaceAll('__ldg(x + ', x ? 'load_x(x + ' : '__ldg(x + ');

const device = await openCuda();
const results = [];
for (const file of args) {
  const started = Date.now();
  const A = await readMatrix(file);
  const space = createSearchSpace(A, device.info.target);
  const x = Float32Array.from({ length: A.cols }, () => Math.fround(Math.random() * 2 - 1));
  const baselines = await cusparseBaselines(device, A, 'f32', { budgetMs: 5 });
  const rows = [];
  const large = A.nnz > 4e6;
  const queue = [];
  for (const { name, graph } of seeds) {
    if (space.refusal(graph)) continue;
    if (only && !only.test(name)) continue;
    const set = (op, params) =>
      JSON.parse(JSON.stringify(graph), (_, v) => (v?.op === op ? { ...v, params: { ...v.params, ...params } } : v));
    const variants = [];
    for (const unroll of [4, 8]) {
      const changed = set('SET_RESOURCES', { threads: 512, unroll });
      variants.push([`${name} u${unroll} cs`, changed]);
      variants.push([`${name} u${unroll} na`, changed, (k) => ({ ...k, source: noAllocate(k.source) })]);
      variants.push([`${name} u${unroll} nx`, changed, (k) => ({ ...k, source: noAllocate(k.source, true) })]);
    }
    queue.push(...variants);
  }
  const built = [];
  for (const [name, graph, change] of queue) {
    try {
      const b = buildKernel(A, graph, { dtype: 'f32', target: device.info.target });
      if ('refused' in b) continue;
      const kernel = change ? change(b.kernel) : b.kernel;
      built.push({ name, graph, kernel, compiled: device.compile(kernel).catch(() => {}) });
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
        if (Date.now() - started > 20_000) continue;
        const k = await device.prepare(kernel, A.data);
        const v = verify(A, await k.multiply(x), x, 'f32');
        const t = await k.time({ budgetMs: 4, cold: false });
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

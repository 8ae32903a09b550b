// Compares our timing of cuSPARSE with that of a C++ program which prints a JSON line a matrix with times by algorithm.
// Usage on the GPU machine: node scripts/gpu/agree.mjs PROGRAM MATRIX...   (files that both read)
// The last lines give the ratio of the two for each algorithm: its median and range over the matrices.
import { execFileSync } from 'node:child_process';
import { cusparseBaselines, openCuda } from '../../dist/device/cuda/index.js';
import { readMatrix } from '../../dist/matrix/read.js';

/** Names of the other program. */
const theirs = {
  'cusparse-csr-alg1': 'csr_alg1',
  'cusparse-csr-alg1-preprocess': 'csr_alg1_pre',
  'cusparse-csr-alg2-preprocess': 'csr_alg2',
  'cusparse-coo-alg1': 'coo_alg1',
  'cusparse-coo-alg2': 'coo_alg2',
  'cusparse-sell': 'sell_alg1',
};
const [program, ...files] = process.argv.slice(2);
const device = await openCuda();
const ratios = {};
for (const file of files) {
  const matrix = await readMatrix(file);
  const ours = await cusparseBaselines(device, matrix, 'f32', { budgetMs: 20 });
  const { us } = JSON.parse(execFileSync(program, [file], { encoding: 'utf8' }));
  for (const { name, ok, timeUs } of ours) {
    const other = us[theirs[name]];
    if (!ok || !(other > 0)) continue;
    ratios[name] = [...(ratios[name] ?? []), timeUs / other];
    console.log(`${matrix.name} ${name}: ours ${timeUs.toFixed(2)}, theirs ${other.toFixed(2)} us`);
  }
}
for (const [name, list] of Object.entries(ratios)) {
  list.sort((a, b) => a - b);
  const [least, median, most] = [list[0], list[list.length >> 1], list.at(-1)].map((ratio) => ratio.toFixed(3));
  console.log(`${name}: ours / theirs ${median} (${least} to ${most}) on ${list.length} matrices`);
}
await device.close();

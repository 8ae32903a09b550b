// Prints a short table of files of results, as `alphasparse bench --out` writes them.
// Usage: node scripts/resultsTable.mjs results/NAME.jsonl... (npm run build first)
import { compare, geomean, latest, speedUp } from '../dist/bench/compare.js';
import { familyOf } from '../dist/bench/family.js';
import { readRecords } from '../dist/bench/recordFile.js';
import { table } from '../dist/cli/table.js';
import { digits } from '../dist/report/format.js';

const records = latest(process.argv.slice(2).flatMap((file) => readRecords(file)));
const text = (value) => (value === undefined ? '-' : digits(value));
const head = [
  'matrix',
  'nnz',
  'ours',
  'cold',
  'csr',
  'best',
  'x csr',
  'x best',
  'x cold',
  'x seed',
  'webgpu',
  'trials',
  's',
];
const rows = [];
const failures = [];
const ratios = { csr: [], best: [] };
for (const record of records) {
  const compared = compare(record);
  if (!compared) {
    failures.push(`${record.matrix?.name ?? record.source}: ${record.error ?? 'no result'}`);
    continue;
  }
  const { best, matrix, webgpu, trials, seconds } = record;
  const { vendorDefault, vendorBest, seedBest } = compared;
  const [csr, selector] = [vendorDefault, vendorBest].map((baseline) => speedUp(best.timeUs, baseline));
  if (csr) ratios.csr.push(csr);
  if (selector) ratios.best.push(selector);
  rows.push([
    matrix.name,
    `${matrix.nnz}`,
    text(best.timeUs),
    text(best.coldUs),
    text(vendorDefault?.timeUs),
    vendorBest ? `${text(vendorBest.timeUs)} ${vendorBest.name.replace('cusparse-', '')}` : '-',
    text(csr),
    text(selector),
    text(best.coldUs && compared.vendorBestColdUs && compared.vendorBestColdUs / best.coldUs),
    text(speedUp(best.timeUs, seedBest)),
    webgpu ? ('error' in webgpu ? 'fails' : text(webgpu.timeUs)) : '',
    `${Object.values(trials ?? {}).reduce((sum, n) => sum + n, 0)}${trials?.wrong ? ` ${trials.wrong} WRONG` : ''}`,
    text(seconds?.total),
    `${best.novel ? 'novel' : familyOf(best.graph)}: ${best.text}`,
  ]);
}
console.log(table([[...head, 'design'], ...rows]).join('\n'));
for (const failure of failures) console.log(failure);
for (const [label, list] of Object.entries(ratios)) {
  const slower = list.filter((ratio) => ratio < 1).length;
  console.log(`over cuSPARSE ${label}: geometric mean ${text(geomean(list))} of ${list.length}, slower on ${slower}`);
}

// Prints a table of trials until within 3% of the best, for each part of the search switched off, from trial logs.
// Usage: node scripts/ablation.mjs LOG.jsonl... (npm run build first)
import { readFileSync } from 'node:fs';
import { ablate } from '../dist/search/ablation.js';
import { samplesOf } from '../dist/search/model/predictor.js';
import { loadXgboost } from '../dist/search/model/xgboost.js';
import { readTrialLog } from '../dist/search/trialLog.js';
import { openRecording } from '../dist/tuning/recording.js';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    readFileSync(new URL(import.meta.url), 'utf8')
      .split('\n')[1]
      .slice(3),
  );
  process.exit(2);
}
const boost = await loadXgboost();
const logs = files.map((file) => ({ file, ...readTrialLog(file) }));

let head;
for (const { file, header, trials } of logs) {
  const { device, space } = openRecording({ header, trials });
  const others = logs.filter((log) => log.header.matrix !== header.matrix);
  const warm = others.flatMap((log) => samplesOf(log.trials, 200));
  const rows = await ablate({ space, device, trials, boost, warm });
  if (!head) {
    head = rows.map((row) => row.name);
    console.log(`| log | trials | ${head.join(' | ')} |\n|${'---|'.repeat(head.length + 2)}`);
  }
  const cells = rows.map((row) => (Number.isFinite(row.trials) ? row.trials : 'never'));
  console.log(`| ${file.split('/').at(-1)} | ${trials.length} | ${cells.join(' | ')} |`);
}

// Searches matrices on a device with each part of the search switched off, one JSON line a search; `npm run ablation`
// makes a table of results/ablation.jsonl. Usage:
//   node scripts/deviceAblation.mjs --target cuda --budget 60s --out FILE.jsonl [--seed N] [--shard k/n] MATRIX...
// Shards divide the searches, not the matrices, so that all of a matrix run under the same conditions side by side.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readMatrix } from '../dist/matrix/read.js';
import { onDevice } from '../dist/search/ablation.js';
import { search } from '../dist/search/driver.js';
import { timeOf } from '../dist/search/history.js';
import { loadXgboost } from '../dist/search/model/xgboost.js';
import { createSearchSpace } from '../dist/space/index.js';
import { openEvaluator } from '../dist/tuning/evaluator.js';
import { settingsOf } from '../dist/tuning/settings.js';

const { values: flags, positionals: sources } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: 'auto' },
    device: { type: 'string', default: 'auto' },
    budget: { type: 'string', default: '60s' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    out: { type: 'string' },
  },
});
if (!flags.out || sources.length === 0) throw new Error('name the matrices, and the file of results by --out');

const settings = settingsOf({
  target: flags.target,
  device: flags.device,
  budget: flags.budget,
  seed: Number(flags.seed),
  cache: false,
});
const [shard, shards] = flags.shard.split('/').map(Number);
const boost = await loadXgboost();
const searches = sources.flatMap((source) => onDevice.map((variant) => ({ source, variant })));
for (const [i, { source, variant }] of searches.entries()) {
  if (i % shards !== shard - 1) continue;
  const record = await searchWith(await readMatrix(source), variant);
  appendFileSync(flags.out, `${JSON.stringify(record)}\n`);
  console.error(`${record.matrix}, ${variant.name}: ${record.bestUs.toFixed(2)} us after ${record.trials} trials`);
}

async function searchWith(matrix, { name, strategy, options }) {
  const evaluator = await openEvaluator(matrix, settings);
  try {
    const { budgetMs, seed } = settings;
    const { history, elapsedMs } = await search({
      space: createSearchSpace(matrix, evaluator.device.target),
      evaluator,
      strategy,
      boost,
      // All of the budget is for the search: there is no final.
      options: { budgetMs, seed, patience: Infinity, finalShare: 0, ...options },
    });
    const { device, driver } = { device: evaluator.device.name, driver: evaluator.device.driver };
    return {
      matrix: matrix.name,
      variant: name,
      device,
      driver,
      budgetMs,
      seed,
      trials: history.trials.length,
      kernels: history.ranked().length,
      wrong: history.trials.filter((trial) => trial.outcome === 'wrong').length,
      bestUs: timeOf(history.best()) ?? null,
      elapsedMs: Math.round(elapsedMs),
      improvements: improvementsOf(history.trials),
    };
  } finally {
    await evaluator.close();
  }
}

/** [milliseconds, microseconds of the kernel] whenever a trial was the fastest so far. */
function improvementsOf(trials) {
  let best = Infinity;
  return trials.flatMap((trial) => {
    const time = timeOf(trial) ?? Infinity;
    if (time >= best) return [];
    best = time;
    return [[Math.round(trial.elapsedMs), Number(time.toPrecision(5))]];
  });
}

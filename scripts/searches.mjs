// Searches matrices on a device, one record a search, as results/searches/*.jsonl hold them; `npm run results` and
// `npm run ablation` make tables of those. Usage, after a build:
//   node scripts/searches.mjs --target cuda --budget 120s --run NAME --out FILE.jsonl [--parts] [--seed N] [--shard k/n]
//     [--logs FOLDER] MATRIX...
// --parts searches with each part of the search switched off as well, and with random and grid search. Shards divide the
// searches, not the matrices, so that all of a matrix run side by side, under the same conditions. --logs keeps the trials,
// and goes on with those of a search that was cut off.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchRecordOf } from '../dist/bench/searchRecord.js';
import { patternHash } from '../dist/matrix/hash.js';
import { readMatrix } from '../dist/matrix/read.js';
import { onDevice } from '../dist/search/ablation.js';
import { search } from '../dist/search/driver.js';
import { timeOf } from '../dist/search/history.js';
import { openTrainer } from '../dist/search/model/trainer.js';
import { loadXgboost } from '../dist/search/model/xgboost.js';
import { openTrialLog } from '../dist/search/trialLog.js';
import { createSearchSpace } from '../dist/space/index.js';
import { openEvaluator } from '../dist/tuning/evaluator.js';
import { logHeader } from '../dist/tuning/logs.js';
import { settingsOf } from '../dist/tuning/settings.js';

const { values: flags, positionals: sources } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: 'auto' },
    device: { type: 'string', default: 'auto' },
    budget: { type: 'string', default: '120s' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    parts: { type: 'boolean', default: false },
    run: { type: 'string' },
    out: { type: 'string' },
    logs: { type: 'string' },
  },
});
if (!flags.out || !flags.run || sources.length === 0) throw new Error('give matrices, --run NAME and --out FILE.jsonl');

const { target, device, budget } = flags;
const settings = settingsOf({ target, device, budget, seed: Number(flags.seed), cache: false });
const [shard, shards] = flags.shard.split('/').map(Number);
const variants = onDevice.slice(0, flags.parts ? onDevice.length : 1);
const boost = await loadXgboost();
const trainer = openTrainer();
const searches = sources.flatMap((source) => variants.map((variant) => ({ source, variant })));
for (const [i, { source, variant }] of searches.entries()) {
  if (i % shards !== shard - 1) continue;
  const matrix = await readMatrix(source);
  const evaluator = await openEvaluator(matrix, settings);
  const log = flags.logs && logOf(matrix, evaluator.device, variant);
  try {
    const { history } = await searchWith(matrix, evaluator, variant, log);
    const { budgetMs, seed } = settings;
    const { name, driver } = evaluator.device;
    const about = { run: flags.run, matrix: matrix.name, device: name, driver, budgetMs, seed, variant: variant.name };
    appendFileSync(flags.out, `${JSON.stringify(searchRecordOf(about, history.trials))}\n`);
    const best = timeOf(history.best())?.toFixed(2) ?? 'nothing';
    console.error(`${matrix.name}, ${variant.name}: ${best} us after ${history.trials.length} trials`);
  } finally {
    log?.close();
    await evaluator.close();
  }
}
await trainer.close();

/** All of the budget is for the search: there is no final, and no early end. */
function searchWith(matrix, evaluator, { strategy, options }, log) {
  const { budgetMs, seed } = settings;
  const space = createSearchSpace(matrix, evaluator.device.target);
  const limits = { budgetMs, seed, patience: Infinity, finalShare: 0, ...options };
  const trainAside = trainer.train;
  return search({ space, evaluator, strategy, boost, trainAside, options: limits, log, resume: log?.earlier });
}

function logOf(matrix, device, variant) {
  const header = logHeader(patternHash(matrix), settings, device);
  const file = `${header.matrix}-${variant.name.replaceAll(' ', '-')}-${header.seed}.jsonl`;
  return openTrialLog(join(flags.logs, file), header, { resume: true });
}

// Writes results/ablation.md: trials until within 3% of the best, with each part of the search switched off, on
// recorded searches, and on a device, from results/searches.
// Usage: npm run ablation [LOG.jsonl...]; without logs, those in test/recorded.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSearchRecords } from '../dist/bench/searchRecord.js';
import { partsTable } from '../dist/bench/searchTables.js';
import { ablate, controls, fewSeeds, parts } from '../dist/search/ablation.js';
import { timeOf } from '../dist/search/history.js';
import { samplesOf } from '../dist/search/model/predictor.js';
import { loadXgboost } from '../dist/search/model/xgboost.js';
import { bestTimeOf } from '../dist/search/recorded.js';
import { readTrialLog } from '../dist/search/trialLog.js';
import { openRecording } from '../dist/tuning/recording.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const recorded = join(root, 'test', 'recorded');
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(recorded).map((name) => join(recorded, name));
const seeds = [1, 2, 3, 4, 5, 6, 7];

const boost = await loadXgboost();
const logs = files.filter((file) => file.endsWith('.jsonl')).map((file) => ({ file, ...readTrialLog(file) }));

async function tableOf(compared) {
  const head = ['recording', 'trials in it', ...compared.map(({ name }) => name)];
  const lines = [`| ${head.join(' | ')} |`, `|---|${'---:|'.repeat(head.length - 1)}`];
  for (const { file, header, ...log } of logs) {
    const { device, space, trials } = openRecording({ header, trials: log.trials });
    const others = logs.filter((log) => log.header.matrix !== header.matrix);
    const warm = others.flatMap((log) => samplesOf(log.trials, 200));
    const rows = await ablate({ space, device, trials, boost, warm, seeds, compared });
    const cells = rows.map((row) => (Number.isFinite(row.trials) ? row.trials : 'never'));
    lines.push(`| ${basename(file, '.jsonl')} | ${trials.length} | ${cells.join(' | ')} |`);
    console.error(lines.at(-1));
  }
  return lines.join('\n');
}

/** How many of the recorded graphs would do. */
function goalOf({ file, trials }) {
  const best = bestTimeOf(trials);
  const close = new Set(trials.filter((trial) => timeOf(trial) <= 1.03 * best).map((trial) => trial.hash));
  return `${basename(file, '.jsonl')}: ${best.toPrecision(3)} µs, ${close.size} graphs`;
}

/** The last run in which parts of the search were off. */
function deviceSection() {
  const records = readSearchRecords(join(root, 'results', 'searches'));
  const last = records.findLast(({ variant }) => variant !== 'all');
  if (!last) return '';
  return `## On the device

Searches on ${last.device}, ${last.budgetMs / 1000} s each (${last.run}, by \`scripts/searches.mjs --parts\`). How far the end is from the best
that any of them found, and when it was within 3% of that.

${partsTable(records, last.run)}

`;
}

writeFileSync(
  join(root, 'results', 'ablation.md'),
  `# Ablation

What each part of the search is worth. Made by \`npm run ablation\`.

${deviceSection()}## On recordings

Trials until one is within 3% of the best time of the recording, median of ${seeds.length} seeds. "never": more than
half of the seeds ran out of recorded graphs first.

The recordings are logs of short searches on one ${[...new Set(logs.map((log) => log.header.device))].join(', ')}.
Best time, and graphs within 3% of it: ${logs.map(goalOf).join('; ')}.

### What this can say

A recording knows the graphs that were measured and no others, and our own search chose them. So

- a strategy is compared on how it orders those graphs. What it would find outside is not seen, and a lower number need
  not mean a better search;
- random search and the grid lack most of their own candidates, which favours ours; they also get candidates that a
  cleverer search had picked, which favours them;
- "best" is the best of the recording, not of a 20-minute search;
- the logs are short, and the goal is met after few trials, so a difference of some trials is chance.

### The search as it is, and two controls

The seeds are tried first, in an order that no part below but pruning can change. Where a seed is within 3%, equal
numbers mean that the part had no say.

${await tableOf([...parts, ...controls])}

### With three seeds at the start

The levels start at once and have to find the other seeds' structures themselves, by mutation, so that every part can
matter. Where numbers are still equal, the recording is too small to show a difference. That the numbers are lower than
above is no argument for fewer seeds: in a recording a mutation always leads to a graph that was worth recording.

${await tableOf(fewSeeds)}
`,
);

// Writes results/README.md and the block of results in README.md from results/*.jsonl and results/notes.md, and the table
// in results/search.md from results/searches/*.jsonl.
// Usage: npm run results, or node scripts/results.mjs [ROOT] after a build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceBlock, resultsPage, resultsSummary } from '../dist/bench/markdown.js';
import { parseNotes } from '../dist/bench/notes.js';
import { readRecords } from '../dist/bench/recordFile.js';
import { readSearchRecords } from '../dist/bench/searchRecord.js';
import { longTable, searchTable } from '../dist/bench/searchTables.js';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'results');
const notesFile = join(folder, 'notes.md');
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const records = files.sort().flatMap((name) => readRecords(join(folder, name)));
const notes = parseNotes(existsSync(notesFile) ? readFileSync(notesFile, 'utf8') : '');
writeFileSync(join(folder, 'README.md'), resultsPage(records, notes));
const readme = join(root, 'README.md');
writeFileSync(readme, replaceBlock(readFileSync(readme, 'utf8'), 'results', resultsSummary(records)));
const searches = readSearchRecords(join(folder, 'searches'));
const searchFile = join(folder, 'search.md');
if (searches.length > 0 && existsSync(searchFile)) {
  const long = 1_200_000;
  const blocks = [
    ['searches', searchTable, lastRun(({ budgetMs }) => budgetMs < long)],
    ['long searches', longTable, lastRun(({ budgetMs }) => budgetMs >= long)],
  ];
  const page = readFileSync(searchFile, 'utf8');
  const write = (text, [name, tableOf, run]) => (run ? replaceBlock(text, name, tableOf(searches, run)) : text);
  writeFileSync(searchFile, blocks.reduce(write, page));
}
console.log(`${records.length} records of ${files.length} files: results/README.md and README.md are written`);

/** The last run of such searches; a run with parts off is for results/ablation.md. */
function lastRun(fits) {
  const isWhole = (run) => searches.every((record) => record.run !== run || record.variant === 'all');
  return searches.findLast((record) => isWhole(record.run) && fits(record))?.run;
}

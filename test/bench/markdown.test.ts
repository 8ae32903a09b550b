import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replaceBlock, resultsPage, resultsSummary } from '../../src/bench/markdown.js';
import { parseNotes } from '../../src/bench/notes.js';
import { readRecords } from '../../src/bench/recordFile.js';

// `fast` twice, of which the second counts, `slow`, one failure, and a line cut short.
const records = readRecords(fileURLToPath(new URL('fixtures/sample.jsonl', import.meta.url)));
const notes = parseNotes('# Notes\n\nMeasured in spring.\n\n## slow\n\nThe rows are\nuneven.\n\n## other\ntext\n');

const unaligned = (text: string) => text.replace(/ +/g, ' ');

describe('the page of results', () => {
  const page = resultsPage(records, notes);
  const lines = page.split('\n');
  const linesOf = (start: string) => lines.filter((line) => line.startsWith(start)).map(unaligned);

  it('has a row for each matrix, the last record counting', () => {
    expect(records.length).toBe(4);
    expect(linesOf('| fast')).toEqual([
      '| fast | 100,000 | 2.00 | 4.00 | sell | 8.00 | 4.00 sell | 4.00 | 2.00 | 3.00 | 2.50 | 8.00 | 9% | 6.00 |',
    ]);
    expect(linesOf('| slow')).toEqual([
      '| slow | 50,000 | 4.00 | 8.00 | novel | 16.0 | 2.00 sell | 4.00 | 0.50 | 0.75 | 1.25 | 8.00 | 2% | - |',
    ]);
  });

  it('has tables with aligned columns, as a formatter leaves them', () => {
    const [head, ...rest] = lines.filter((line) => line.startsWith('| '));
    const bars = (line: string) => [...line.matchAll(/\|/g)].map(({ index }) => index);
    expect(rest.length).toBe(3);
    for (const line of rest) expect(bars(line)).toEqual(bars(head));
  });

  it('sums up with geometric means, wins and losses', () => {
    expect(linesOf('- ')).toEqual([
      '- over cuSPARSE CSR default: 4.00x; 2 wins, 0 losses',
      '- over the best format of cuSPARSE: 1.00x; 1 wins, 1 losses',
      '- the same with cold caches: 1.50x; 1 wins, 1 losses',
      '- over the best known design in our own code: 1.77x; 2 wins, 0 losses',
      '- WebGPU takes 3.00x as long as CUDA (1 matrices)',
      '- designs that no known format has: 1 of 2',
      '- complex.mtx: unsupported: complex.mtx:1: complex values',
    ]);
  });

  it('puts the notes beside the worst', () => {
    expect(page).toContain('Measured in spring.');
    expect(page).toContain('**slow** 0.50x against cusparse-sell: 4.00 µs by novel. The rows are\nuneven.');
    expect(page).toContain('by sell. Not explained yet.');
    expect(page.indexOf('**slow**')).toBeLessThan(page.indexOf('**fast**'));
  });

  it('says so when there is nothing', () => {
    expect(resultsPage([], notes)).toContain('No measurements yet.');
    expect(resultsSummary([])).toBe('No measurements are in `results/` yet.');
  });
});

describe('the block of the README', () => {
  it('has a row for each device', () => {
    expect(unaligned(resultsSummary(records))).toContain('| NVIDIA H200 (cuda, f32) | 2 | 4.00x | 1.00x | 1 | 1 |');
  });

  it('leaves out software devices, whose times mean nothing', () => {
    expect(resultsSummary(records.map((record) => ({ ...record, software: true })))).toContain('No measurements');
  });

  it('replaces what is between the marks, and nothing else', () => {
    const text = 'a\n<!-- results:begin: by a script -->\nold $1\n<!-- results:end -->\nb\n';
    expect(replaceBlock(text, 'results', 'new $& text')).toBe(
      'a\n<!-- results:begin: by a script -->\nnew $& text\n<!-- results:end -->\nb\n',
    );
    expect(() => replaceBlock('a', 'results', 'b')).toThrow('results:begin');
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  arrivalOf,
  bestAfter,
  readSearchRecords,
  type SearchRecord,
  searchRecordOf,
} from '../../src/bench/searchRecord.js';
import { longTable, partsTable, searchTable } from '../../src/bench/searchTables.js';
import type { SearchTrial } from '../../src/search/history.js';

const about = { run: 'today', matrix: 'm', device: 'H200', driver: 'CUDA', budgetMs: 120_000, seed: 1, variant: 'all' };

/** `origin structure microseconds`; a word in place of a number is an outcome. */
function trialsOf(...lines: string[]): SearchTrial[] {
  return lines.map((line, index) => {
    const [origin, structure, us] = line.split(' ');
    const outcome = Number(us) > 0 ? 'ok' : (us as 'wrong');
    return {
      index,
      origin,
      structure,
      hash: `${structure} ${us}`,
      graph: [],
      features: {},
      complexity: 1,
      elapsedMs: 1000.4 * (index + 1),
      effort: { budgetMs: 5 },
      outcome,
      ...(outcome === 'ok' ? { timing: { warmUs: Number(us), spreadUs: 0, samples: 3, method: 'graph' } } : {}),
      seconds: { build: 0, compile: 0, verify: 0, benchmark: 0 },
    };
  });
}

const record = (changes: Partial<SearchRecord>): SearchRecord => ({
  ...about,
  trials: 100,
  kernels: 80,
  wrong: 0,
  novel: true,
  improvements: [],
  ...changes,
});

describe('the record of a search', () => {
  const made = searchRecordOf(
    about,
    trialsOf('csr-scalar a 8', 'sell b wrong', 'structures c 9', 'coarse a 4.123456', 'fine a 4.123456', 'fine c 2'),
  );

  it('keeps the trials that were the fastest so far, and counts the others', () => {
    expect(made).toEqual({
      ...about,
      trials: 6,
      kernels: 4,
      wrong: 1,
      novel: true,
      improvements: [
        [1, 1000, 8],
        [4, 4002, 4.1235],
        [6, 6002, 2],
      ],
    });
  });

  it('is novel by the structure of the fastest, not by who tuned it', () => {
    expect(searchRecordOf(about, trialsOf('csr-scalar a 8', 'fine a 4')).novel).toBe(false);
    expect(searchRecordOf(about, trialsOf('csr-scalar a wrong')).novel).toBe(false);
  });

  it('tells what had been found when, and when something as good was', () => {
    expect([0, 1000, 4001, 4002, Infinity].map((ms) => bestAfter(made, ms))).toEqual([Infinity, 8, 8, 4.1235, 2]);
    expect(arrivalOf(made, 4.01)).toEqual({ trial: 4, ms: 4002 });
    expect(arrivalOf(made, 1.9)).toBeUndefined();
  });

  it('is read back from all files of a folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'searches-'));
    writeFileSync(join(folder, 'b.jsonl'), `${JSON.stringify(made)}\n`);
    writeFileSync(join(folder, 'a.jsonl'), `${JSON.stringify({ ...made, run: 'before' })}\n\n`);
    writeFileSync(join(folder, 'notes.md'), 'no record');
    expect(readSearchRecords(folder).map(({ run }) => run)).toEqual(['before', 'today']);
    expect(readSearchRecords(join(folder, 'none'))).toEqual([]);
  });
});

describe('tables of searches', () => {
  const records = [
    record({ run: 'before', improvements: [[9, 5000, 1]] }),
    record({
      improvements: [
        [1, 10_000, 2],
        [50, 70_000, 1.02],
      ],
    }),
    record({ matrix: 'n', seed: 2, novel: false, wrong: 1, improvements: [[7, 30_000, 4]] }),
    record({ run: 'parts', improvements: [[7, 30_000, 4]] }),
    record({ run: 'parts', variant: 'no XGBoost', improvements: [[7, 30_000, 5]] }),
    record({ run: 'parts', matrix: 'n', improvements: [[7, 30_000, 3]] }),
    record({ run: 'parts', matrix: 'n', variant: 'no XGBoost', improvements: [] }),
  ];

  it('hold each search of a run against the best of all searches of its matrix', () => {
    const lines = searchTable(records, 'today').split('\n');
    expect(lines.slice(0, 2).join(' ')).toMatch('2 searches of 120 s on H200: 1 came within 3 %, 1 found designs');
    expect(lines.slice(0, 2).join(' ')).toMatch('1 of 200 trials gave wrong results');
    const cells = lines.slice(5).map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells).toEqual([
      ['', 'm', '1', '1.00', '1.02', '100', '80', '50', '70 s', '+100.0 %', '+100.0 %', '+2.0 %', 'yes', ''],
      ['', 'n', '2', '3.00', '4.00', '100', '80', 'never', 'never', '-', '+33.3 %', '+33.3 %', 'no', ''],
    ]);
  });

  it('hold each long search against its own end', () => {
    const long = record({
      run: 'long',
      budgetMs: 1_200_000,
      improvements: [
        [1, 10_000, 2],
        [50, 70_000, 1.04],
        [900, 400_000, 1.01],
        [950, 1_200_400, 1],
      ],
    });
    const [head, , ...rows] = longTable([...records, long], 'long').split('\n');
    expect(head).toMatch(/at 20 s +\| at 60 s +\| at 120 s +\| at 300 s +\| at 600 s/);
    expect(rows.map((line) => line.split('|').map((cell) => cell.trim()))).toEqual([
      [
        '',
        'm',
        '1',
        '1.00',
        '100',
        '80',
        '900',
        '400 s',
        '+100.0 %',
        '+100.0 %',
        '+4.0 %',
        '+4.0 %',
        '+1.0 %',
        'yes',
        '',
      ],
    ]);
  });

  it('hold the parts of the search against the best of the same run', () => {
    const cells = partsTable(records, 'parts')
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells).toEqual([
      ['', 'm', '4.00', '+0.0 %, 30 s', '+25.0 %, never', ''],
      ['', 'n', '3.00', '+0.0 %, 30 s', '-, never', ''],
      ['', 'geometric mean', '', '+0.0 %', '-', ''],
    ]);
  });

  it('say where there is nothing', () => {
    expect(searchTable(records, 'never')).toBe('No searches of never are recorded.');
    expect(longTable(records, 'never')).toBe('No searches of never are recorded.');
    expect(partsTable([], 'never')).toBe('No searches of never are recorded.');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';
import { readMatrix } from '../../../src/matrix/read.js';
import { pageFromFiles } from '../../../src/report/page/index.js';
import { readTrialLog } from '../../../src/search/trialLog.js';
import { memplus, recordedLog, reportOf } from './facts.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-page-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const documentOf = (page: string) => parseHTML(page).document;
const textOf = (page: string, selector: string) => documentOf(page).querySelector(selector)?.textContent ?? '';

describe('a page from a log alone', () => {
  const page = pageFromFiles([recordedLog]);
  const { trials } = readTrialLog(recordedLog);

  it('has a row for every trial, and the fastest is the headline', () => {
    const document = documentOf(page);
    expect(document.querySelectorAll('#trials tbody tr').length).toBe(trials.length);
    expect(document.querySelectorAll('#trials tr.failed').length).toBe(trials.filter((t) => t.outcome !== 'ok').length);
    expect(document.querySelectorAll('#trials tr.winner').length).toBeGreaterThanOrEqual(1);
    expect(textOf(page, '.tiles')).toContain('1.84 µs');
  });

  it('gives no spread to a time of one sample', () => {
    const single = trials.filter(({ outcome, timing }) => outcome === 'ok' && timing!.samples === 1);
    expect(single.length).toBeGreaterThan(0);
    const rows = Array.from(documentOf(page).querySelectorAll('#trials tbody tr'));
    for (const { index } of single) expect(rows[index].querySelectorAll('td')[4].textContent).toBe('');
  });

  it('says that nothing was timed again, shows no final, and what needs the matrix is a note', () => {
    expect(textOf(page, 'footer')).toContain('none was timed again');
    expect(textOf(page, '#search')).not.toContain('final comparison');
    for (const section of ['#matrix', '#kernel', '#design']) expect(textOf(page, section)).toContain('--matrix');
    expect(documentOf(page).querySelectorAll('#kernel pre').length).toBe(0);
  });

  it('asks no network and stays small', () => {
    expect(page).not.toMatch(/(?:src|href)\s*=|url\(|@import|fetch\(/);
    expect(page.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '')).not.toMatch(/https?:/);
    expect(page.length).toBeLessThan(2_000_000);
  });
});

describe('a page from a report', () => {
  it('compares with each baseline, best vendor and best format apart, and says when tuning has paid', () => {
    const page = pageFromFiles([written('report.json', reportOf()), recordedLog]);
    expect(textOf(page, '.tiles')).toContain('4.00×against the fastest of cuSPARSE, cusparse-csr');
    expect(textOf(page, '#baselines')).toContain('1,234,567 products');
    expect(textOf(page, '#break-even')).toContain('does not pay against ideal');
    expect(textOf(page, '#search')).toContain('Ended by: budget');
    // Four charts, each for wide and for narrow screens, and the graph.
    expect(documentOf(page).querySelectorAll('svg').length).toBe(9);
  });

  it('shows the matrix and the kernel where the matrix is given', async () => {
    const page = pageFromFiles([written('report.json', reportOf()), recordedLog], await readMatrix(memplus));
    expect(textOf(page, '#kernel pre')).toContain('__global__');
    expect(textOf(page, '#kernel pre')).toContain('<');
    expect(textOf(page, '#design table')).toContain('columns');
    expect(documentOf(page).querySelectorAll('#matrix svg').length).toBe(2);
  });

  it('marks a software device, and leaves out what was not measured', () => {
    const { device } = reportOf();
    const report = reportOf({ device: { ...device, software: true }, baselines: [], breakEven: undefined });
    const page = pageFromFiles([written('report.json', report)]);
    expect(textOf(page, '.warn')).toContain('its times say nothing about a GPU');
    const document = documentOf(page);
    for (const absent of ['#baselines', '#all-trials', '#break-even'])
      expect(document.querySelector(absent)).toBeNull();
    expect(textOf(page, '#search')).toContain('Without the trial log');
  });

  it('tells how values are stored, what that costs, and which baselines store them otherwise', () => {
    const { best, baselines } = reportOf();
    const stored = { ...best, storageError: { storage: 'bf16', relative: 0.0031 } } as const;
    const labelled = baselines.map((each) =>
      each.name.startsWith('cusparse') ? { ...each, values: 'f32' as const } : each,
    );
    const page = pageFromFiles([written('report.json', reportOf({ best: stored, baselines: labelled }))]);
    expect(textOf(page, 'header')).toContain('values stored as bf16');
    expect(textOf(page, '#storage-error')).toContain('at most 3.10e-3');
    expect(textOf(page, '#baselines')).toContain('cusparse-csr (values in f32)');
    expect(textOf(page, '#baselines')).toContain('cuSPARSE, whose values are not stored as bf16');
    expect(textOf(page, '#baselines')).not.toContain('coo (values');
    const plain = pageFromFiles([written('plain.json', reportOf())]);
    expect(documentOf(plain).querySelector('#storage-error')).toBeNull();
    expect(plain).not.toContain('stored as bf16');
    expect(() => pageFromFiles([written('report.json', reportOf({ best: stored })), recordedLog])).toThrow(
      'store values in different types',
    );
  });

  it('escapes names', () => {
    const report = reportOf({ matrix: { ...reportOf().matrix, name: '<script>alert(1)</script>' } });
    const page = pageFromFiles([written('report.json', report)]);
    expect(page).not.toContain('<script>alert');
    expect(textOf(page, 'h1')).toBe('<script>alert(1)</script>');
  });
});

describe('what makes no page', () => {
  const tiny: CsrMatrix = {
    ...{ name: 'tiny', rows: 1, cols: 1, nnz: 1 },
    ...{ indptr: Int32Array.of(0, 1), indices: Int32Array.of(0), data: Float64Array.of(1) },
  };
  it.each([
    ['two logs', () => [recordedLog, 'test/recorded/bcsstk16.jsonl'], 'usage', /second trial log/],
    [
      'a log of another matrix',
      () => [written('r.json', reportOf()), 'test/recorded/bcsstk16.jsonl'],
      'usage',
      /about/,
    ],
    ['no report', () => [written('r.json', { best: 1 })], 'input', /r\.json is no report of tune: matrix/],
    ['no file', () => [join(folder, 'none')], 'input', /cannot read/],
    ['an empty folder', () => [folder], 'input', /neither report\.json nor trials\.jsonl/],
    [
      'no trial that ran',
      () => [written('l.jsonl', `${JSON.stringify(readTrialLog(recordedLog).header)}\n`)],
      'input',
      /none of its 0 trials ran/,
    ],
  ])('%s', (_name, paths, code, message) => {
    expect(() => pageFromFiles(paths())).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
  it('another matrix', () => {
    expect(() => pageFromFiles([recordedLog], tiny)).toThrow(/tiny has pattern/);
  });
});

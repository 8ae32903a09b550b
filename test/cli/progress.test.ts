import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceLines } from '../../src/cli/commands/devices.js';
import { progressLine, showProgress } from '../../src/cli/progress.js';
import { explanationLines, storageText, summaryLines } from '../../src/cli/summary.js';
import { table } from '../../src/cli/table.js';
import { styleOf } from '../../src/cli/terminal.js';
import { digits, formatMicroseconds, formatSeconds } from '../../src/report/format.js';
import type { Progress, TuneReport } from '../../src/tuneTypes.js';

const best = {
  graph: [
    { op: 'COMPRESS', params: {} },
    { op: 'GMEM_STORE', params: {} },
  ],
  timing: { warmUs: 50, spreadUs: 1, samples: 9, method: 'timestamp' },
} as unknown as Progress['best'];
const progress: Progress = { trials: 7, best, elapsedMs: 15_000, budgetMs: 60_000, phase: 'coarse' };

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says the time left, the trials, the phase and the best', () => {
    const line = '45 s left · 7 trials · coarse · best 50.0 µs · 4.00 GFLOP/s · COMPRESS → GMEM_STORE';
    expect(progressLine(progress, 100_000)).toBe(line);
    expect(progressLine({ ...progress, best: undefined }, 1)).toBe('45 s left · 7 trials · coarse');
  });

  it('writes a line every five seconds where there is no terminal', () => {
    const lines: string[] = [];
    const display = showProgress({ write: (text) => lines.push(text) }, 1000);
    for (let i = 0; i < 10; i++) display.update({ ...progress, trials: i });
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^35 s left · 9 trials.*\n$/);
    display.close();
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(3);
  });

  it('rewrites one line that never wraps on a terminal, and clears it at the end', () => {
    const pieces: string[] = [];
    const display = showProgress({ isTTY: true, columns: 30, write: (text) => pieces.push(text) }, 1000);
    display.update(progress);
    expect(pieces).toEqual(['\r\x1b[K45 s left · 7 trials · coarse']);
    vi.advanceTimersByTime(1000);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.length <= 29 + 4 && !piece.includes('\n'))).toBe(true);
    display.close();
    expect(pieces.at(-1)).toBe('\r\x1b[K');
  });
});

describe('formats', () => {
  it('chooses units and digits', () => {
    expect([0.5, 45.34, 1234, 2.5e6, Number.NaN].map(formatMicroseconds)).toEqual([
      '0.50 µs',
      '45.3 µs',
      '1.23 ms',
      '2.50 s',
      '-',
    ]);
    expect([-5, 1400, 600_000].map(formatSeconds)).toEqual(['0 s', '1 s', '10 min']);
    expect(digits(123.4)).toBe('123');
  });

  it('aligns tables without trailing blanks', () => {
    expect(
      table([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toEqual(['a    bb', 'ccc  d']);
  });

  it('colours terminals only, and never under NO_COLOR', () => {
    expect(styleOf({ isTTY: true }, {}).bold('x')).toBe('\x1b[1mx\x1b[22m');
    expect(styleOf({ isTTY: true }, { NO_COLOR: '1' }).bold('x')).toBe('x');
    expect(styleOf({ isTTY: false }, {}).bold('x')).toBe('x');
  });
});

const report = {
  matrix: { name: 'tiny', rows: 1000, cols: 1000, nnz: 5000, hash: 'abc' },
  device: { name: 'SwiftShader', backend: 'webgpu', driver: '5', software: true },
  best: {
    hash: 'h',
    graph: best!.graph,
    origin: 'csr-scalar',
    timeUs: 50,
    spreadUs: 1,
    gflops: 0.2,
    bytes: 60_000,
    launches: 1,
  },
  baselines: [
    { name: 'csr-vector', timeUs: 100 },
    { name: 'ell', timeUs: 25 },
    { name: 'same', timeUs: 50.1 },
  ],
  breakEven: [{ name: 'csr-vector', multiplications: 246_800 }, { name: 'ell' }],
  trials: { ok: 5, wrong: 0, compile: 1, runtime: 0, timeout: 0, refused: 0 },
  seconds: { total: 12.34 },
  pruned: [
    { rule: 'padding', reason: 'too much', source: 'a paper', removed: 3 },
    { rule: 'idle', reason: 'too few', source: 'a paper', removed: 0 },
  ],
  stopped: 'trials',
} as unknown as TuneReport;

describe('the summary', () => {
  const text = summaryLines(report, styleOf({ isTTY: false })).join('\n');

  it('says what was found, and that a software device proves nothing', () => {
    expect(text).toContain('tiny: 1,000 x 1,000, 5,000 entries');
    expect(text).toContain('COMPRESS → GMEM_STORE');
    expect(text).toContain('50.0 µs ± 1.00 µs');
    expect(text).toContain('12.0 bytes an entry');
    expect(text).toContain('mean nothing');
    expect(text).toContain('trials: 5 ok, 1 compile in 12.3 s');
  });

  it('tells how values are stored where that is not as the dtype, and which baselines differ', () => {
    expect(text).not.toContain('stored as');
    const best = { ...report.best, storageError: { storage: 'f16', relative: 0.000488 } } as const;
    const baselines = [...report.baselines, { name: 'cusparse-csr', timeUs: 70, values: 'f32' } as const];
    const short = summaryLines({ ...report, best, baselines }, styleOf({ isTTY: false })).join('\n');
    expect(short).toContain('values  stored as f16, off by at most 4.88e-4 of themselves');
    expect(short).toContain('cusparse-csr (values in f32)');
    expect(short).not.toContain('too small');
    expect(storageText({ storage: 'f16', relative: 1 })).toContain('too small for f16, bf16 would keep them');
  });

  it('compares with each baseline, losses included', () => {
    expect(text).toMatch(/csr-vector +100 µs +2\.00x/);
    expect(text).toMatch(/ell +25\.0 µs +0\.50x/);
    expect(text).toMatch(/same +50\.1 µs +1\.00x/);
  });

  it('says when tuning has paid', () => {
    expect(text).toMatch(/csr-vector .* 246,800 multiplications/);
    expect(text).toMatch(/ell .* never/);
    const older = summaryLines({ ...report, breakEven: undefined }, styleOf({ isTTY: false })).join('\n');
    expect(older).not.toContain('never');
  });

  it('explains only what was removed', () => {
    const lines = explanationLines(report).join('\n');
    expect(lines).toContain('padding: 3 candidates: too much (a paper)');
    expect(lines).not.toContain('idle');
  });

  it('lists devices with reasons, and hints only where nothing works', () => {
    const none = deviceLines([{ choice: { target: 'cuda', device: 0 }, reason: 'no driver', hint: 'install one' }]);
    expect(none).toEqual(['no usable device', '--target cuda --device 0: no driver', '  hint: install one']);
  });
});

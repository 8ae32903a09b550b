import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './runCli.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const software = ['--device', 'software'];

describe('alphasparse run', { timeout: 120_000 }, () => {
  it('builds, checks and times a known format', async () => {
    const args = ['run', 'gen:banded:n=50,width=3', ...software, '--graph', 'ell', '--x', 'ones', '--repeat', '2'];
    const { status, stdout, stderr } = await runCli([...args, '--json']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ matrix: { rows: 50, nnz: 148 }, correct: true, dtype: 'f32' });
    expect(result.worstError).toBeLessThanOrEqual(1);
    expect(result.timings.length).toBe(2);
    expect(result.timeUs).toBe(Math.min(...result.timings.map(({ warmUs }: { warmUs: number }) => warmUs)));
    expect(result.norm).toBeGreaterThan(0);
    const text = await runCli(args);
    expect(text.stdout).toMatch(/result {2}right/);
  });

  it('takes the graph as JSON and from a file, and says why a graph is refused', async () => {
    const graph = [{ op: 'COMPRESS' }, { op: 'BMT_ROW_BLOCK' }, { op: 'SET_RESOURCES' }];
    const whole = [...graph, { op: 'THREAD_TOTAL_RED' }, { op: 'GMEM_STORE' }];
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ best: { graph: whole } }));
    for (const given of [JSON.stringify(whole), file]) {
      const { status, stdout } = await runCli(['run', 'gen:diagonal:9', ...software, '--graph', given, '--json']);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).text).toBe('COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE');
    }
    const refused = await runCli(['run', 'gen:diagonal:9', ...software, '--graph', JSON.stringify(graph)]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('no kernel for diagonal:n=9');
  });

  it('runs what tune has left in the cache, and says so when there is nothing', async () => {
    const matrix = 'gen:arrow:40';
    const none = await runCli(['run', matrix, ...software, '--seed', '77']);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('run `alphasparse tune` first');
    const tuned = await runCli(['tune', matrix, ...software, '--seed', '1', '--trials', '2', '--json', '--quiet']);
    const { status, stdout } = await runCli(['run', matrix, ...software, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).hash).toBe(JSON.parse(tuned.stdout).best.hash);
  });
});

describe('alphasparse replay', { timeout: 120_000 }, () => {
  it('searches on the log of a search', async () => {
    const out = join(folder, 'tuned');
    const tuned = await runCli([
      ...['tune', 'gen:stencil5:8', ...software, '--trials', '12', '--out', out],
      ...['--no-cache', '--no-pruning', '--warm-start', '--json', '--quiet'],
    ]);
    const report = JSON.parse(tuned.stdout);
    expect(report.pruned.every(({ removed }: { removed: number }) => removed === 0)).toBe(true);
    const log = join(out, 'trials.jsonl');
    const { status, stdout } = await runCli(['replay', log, '--json', '--seed', '3']);
    expect(status).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ device: report.device.name, recorded: { trials: 12 }, stopped: expect.any(String) });
    expect(result.trials).toBeLessThanOrEqual(12);
    expect(result.best.timeUs).toBeGreaterThanOrEqual(result.recorded.bestUs);
    const again = await runCli(['replay', log, '--json', '--seed', '3']);
    expect(JSON.parse(again.stdout).best).toEqual(result.best);
    const text = await runCli(['replay', log, '--trials', '2']);
    expect(text.stdout).toContain('replayed  2 trials');
    expect((await runCli(['replay', join(folder, 'none.jsonl')])).status).toBe(4);
  });
});

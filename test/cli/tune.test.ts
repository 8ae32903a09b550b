import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestSchema } from '../../src/codegen/export.js';
import { runCli } from './runCli.js';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
  // The driver is unpacked once for all tests; only the tuned kernels must not come from elsewhere.
  env = { NO_COLOR: '1' };
});
afterAll(() => rmSync(folder, { recursive: true }));

const matrix = 'gen:stencil5:n=30';
const common = ['--device', 'software', '--no-cache', '--seed', '1'];

describe('alphasparse tune', () => {
  it('prints exactly one JSON object on stdout and progress on stderr', async () => {
    const { status, stdout, stderr } = await runCli(['tune', matrix, ...common, '--trials', '4', '--json'], { env });
    expect(stderr).toContain('900 x 900');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.matrix).toMatchObject({ rows: 900, cols: 900, nnz: 4380 });
    expect(report.device).toMatchObject({ backend: 'webgpu', software: true });
    expect(report.best.timeUs).toBeGreaterThan(0);
    expect(report.best.graph.length).toBeGreaterThan(0);
    expect(report.trials.ok).toBeGreaterThan(0);
    expect(report.trials.wrong).toBe(0);
    expect(report.interrupted).toBe(false);
  }, 120_000);

  it('writes the kernel, the report and the log, and says so', async () => {
    const out = join(folder, 'out');
    const args = ['tune', matrix, ...common, '--trials', '3', '--out', out, '--quiet', '--explain'];
    const { status, stdout, stderr } = await runCli(args, { env });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('COMPRESS');
    expect(stdout).toContain('its timings mean nothing');
    expect(stdout).toContain('removed before measuring:');
    expect(stdout).toContain(out);
    expect(stdout).not.toContain('\x1b');
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')));
    for (const file of manifest.files) expect(existsSync(join(out, file)), file).toBe(true);
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    expect(manifest.matrix.hash).toBe(report.matrix.hash);
    const log = readFileSync(join(out, 'trials.jsonl'), 'utf8').trim().split('\n');
    expect(log.length).toBeGreaterThan(1);
  }, 120_000);

  it('writes a log and a page also for a matrix without entries, and replays its folder', async () => {
    const out = join(folder, 'empty');
    const page = join(folder, 'empty.html');
    const args = ['tune', 'gen:empty:5,4', ...common, '--out', out, '--report', page, '--quiet'];
    const { status, stderr } = await runCli(args, { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(page, 'utf8')).toContain('0 entries');
    const replayed = await runCli(['replay', out], { env });
    expect(replayed.stdout).toContain('recorded  1 trials');
  }, 120_000);

  it('finishes and saves the best so far at the first Ctrl-C', async () => {
    const out = join(folder, 'interrupted');
    let sent = false;
    const { status, stdout } = await runCli(['tune', matrix, ...common, '--budget', '10m', '--out', out, '--json'], {
      env,
      onStderr(text, child) {
        if (sent || !text.includes('best ')) return;
        sent = true;
        child.kill('SIGINT');
      },
    });
    expect(status).toBe(130);
    expect(JSON.parse(stdout).interrupted).toBe(true);
    expect(existsSync(join(out, 'manifest.json'))).toBe(true);
  }, 120_000);
});

describe('alphasparse export', () => {
  it('tunes, then writes a project with the prefix', async () => {
    const out = join(folder, 'export');
    const args = ['export', matrix, ...common, '--trials', '2', '--out', out, '--prefix', 'heat', '--json', '--quiet'];
    const { status, stdout } = await runCli(args, { env });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ folder: out, language: 'wgsl' });
    expect(readFileSync(join(out, 'spmv.ts'), 'utf8')).toContain('createHeatSpmv');
  }, 120_000);
});

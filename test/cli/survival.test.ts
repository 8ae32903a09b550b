import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrialLog } from '../../src/search/trialLog.js';
import { runCli } from './runCli.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-survival-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const matrix = 'gen:stencil5:n=30';
const common = ['--device', 'software', '--seed', '1'];
const env = { NO_COLOR: '1' };

/** Whole lines of a trial log, header included. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Starts a long search and hands over its process once it says something. */
async function searching(out: string, log: string, use: (child: ChildProcess) => void, onStderr = (_: string) => {}) {
  let child: ChildProcess | undefined;
  const run = runCli(['tune', matrix, ...common, '--no-cache', '--budget', '10m', '--out', out, '--json'], {
    env,
    onStderr(text, process) {
      child = process;
      onStderr(text);
    },
  });
  await until(() => linesOf(log).length > 4 && child !== undefined);
  use(child!);
  return run;
}

describe('a search that is killed', { timeout: 120_000 }, () => {
  it('goes on where it was, at most the running trial lost', async () => {
    const out = join(folder, 'killed');
    const log = join(out, 'trials.jsonl');
    let seen = 0;
    const { stdout } = await searching(out, log, (child) => {
      seen = linesOf(log).length;
      child.kill('SIGKILL');
    });
    expect(stdout).toBe('');
    const kept = linesOf(log);
    expect(kept.length).toBeGreaterThanOrEqual(seen);
    // Killed within a write.
    appendFileSync(log, '{"outcome":"ok","ker');

    const trials = kept.length - 1 + 2;
    const args = ['tune', matrix, ...common, '--no-cache', '--resume', '--trials', `${trials}`, '--out', out, '--json'];
    const resumed = await runCli([...args, '--quiet'], { env });
    expect(resumed.stderr).toBe('');
    expect(resumed.status).toBe(0);
    expect(linesOf(log).slice(0, kept.length)).toEqual(kept);
    expect(readTrialLog(log).trials.map(({ index }) => index)).toEqual(Array.from({ length: trials }, (_, i) => i));
    const counts: Record<string, number> = JSON.parse(resumed.stdout).trials;
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(trials);
  });

  it('refuses to go on when the log is of another search', async () => {
    const out = join(folder, 'killed');
    const before = linesOf(join(out, 'trials.jsonl'));
    const args = ['tune', matrix, '--device', 'software', '--seed', '2', '--no-cache', '--resume', '--out', out];
    const { status, stderr } = await runCli([...args, '--quiet'], { env });
    expect(status).toBe(2);
    expect(stderr).toContain('seed is 1 there and 2 now');
    expect(linesOf(join(out, 'trials.jsonl'))).toEqual(before);
  });
});

describe('Ctrl-C twice', { timeout: 120_000 }, () => {
  it('ends at once, and the log stays whole', async () => {
    const out = join(folder, 'twice');
    const log = join(out, 'trials.jsonl');
    let second = 0;
    let stopping: ChildProcess | undefined;
    const { status, stdout } = await searching(
      out,
      log,
      (child) => {
        stopping = child;
        child.kill('SIGINT');
      },
      (text) => {
        if (second > 0 || !text.includes('Ctrl-C again')) return;
        second = Date.now();
        stopping?.kill('SIGINT');
      },
    );
    expect(second).toBeGreaterThan(0);
    expect(Date.now() - second).toBeLessThan(5000);
    expect(status).toBe(130);
    expect(stdout).toBe('');
    expect(existsSync(join(out, 'manifest.json'))).toBe(false);
    expect(readTrialLog(log).trials.length).toBeGreaterThanOrEqual(4);
  });
});

describe('two processes on one cache', { timeout: 120_000 }, () => {
  it('both find a kernel, and leave a cache and a log that are whole', async () => {
    const cache = join(folder, 'cache');
    const shared = { ...env, ALPHASPARSE_CACHE_DIR: cache };
    const args = ['tune', matrix, ...common, '--trials', '4', '--json', '--quiet'];
    const runs = await Promise.all([0, 1].map(() => runCli(args, { env: shared })));
    for (const { status, stderr } of runs) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(runs.map(({ stdout }) => JSON.parse(stdout).cached)).toEqual([false, false]);

    const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
    const [log, ...others] = files.filter((file) => file.endsWith('.jsonl'));
    expect(others).toEqual([]);
    expect(readTrialLog(join(cache, log)).trials.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    const again = await runCli(args, { env: shared });
    expect({ status: again.status, stderr: again.stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(again.stdout).cached).toBe(true);
  });
});

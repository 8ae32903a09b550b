import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './runCli.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { NO_COLOR: '1' };
const matrix = 'gen:stencil5:n=20';

describe('alphasparse report', { timeout: 120_000 }, () => {
  it('tune --report writes a page, and report makes one of what tune --out left', async () => {
    const [out, page, later] = ['out', 'page.html', 'later.html'].map((name) => join(folder, name));
    const search = ['--device', 'software', '--no-cache', '--trials', '3', '--quiet'];
    const tuned = await runCli(['tune', matrix, ...search, '--out', out, '--report', page], { env });
    expect({ status: tuned.status, stderr: tuned.stderr }).toEqual({ status: 0, stderr: '' });
    expect(tuned.stdout).toContain(`written: ${page}`);
    const first = readFileSync(page, 'utf8');
    expect(first).toContain('This device is a CPU that plays GPU');
    expect(first.match(/data-outcome=/g)?.length).toBe(3);
    expect(first).toContain('@compute');

    const { status, stdout } = await runCli(['report', out, '--matrix', matrix, '--out', later], { env });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `written: ${later}\n` });
    const second = readFileSync(later, 'utf8');
    expect(second.match(/data-outcome=/g)?.length).toBe(3);
    expect(second).toContain('Built again from the design');
  });

  it('refuses a place that cannot be written before it searches, and what is no log', async () => {
    const page = join(folder, 'none', 'page.html');
    const tuned = await runCli(['tune', matrix, '--device', 'software', '--report', page], { env });
    expect(tuned.status).toBe(2);
    expect(tuned.stderr).toContain(`cannot write ${page}`);
    expect(tuned.stderr).not.toContain('400 x 400');
    const none = join(folder, 'none.html');
    const { status, stderr } = await runCli(['report', 'README.md', '--out', none], { env });
    expect(status).toBe(4);
    expect(stderr).toContain('README.md:1: not a line of a trial log');
    expect(existsSync(none)).toBe(false);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { runCli } from './runCli.js';

const commandsUnder = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsUnder)];
const pathOf = (command: Command): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : []);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('usage', () => {
  it('prints help with examples on stdout and succeeds', async () => {
    const { status, stdout, stderr } = await runCli(['tune', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('EXAMPLES');
    expect(stderr).toBe('');
  });

  it('has a manual page with an example for each command, without colour where that is not wanted', async () => {
    for (const command of commandsUnder(createProgram())) {
      const path = pathOf(command);
      const { status, stdout } = await runCli([...path, '--help'], { env: { NO_COLOR: '1', FORCE_COLOR: undefined } });
      expect(status).toBe(0);
      expect(stdout).toContain(`NAME\n  ${['alphasparse', ...path].join(' ')} - `);
      expect(stdout).toMatch(/^SYNOPSIS$/m);
      expect(stdout).toMatch(/^EXAMPLES\n {2}\$ .*alphasparse/m);
      expect(stdout).not.toContain('\x1b');
    }
    const coloured = await runCli(['tune', '--help'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\x1b[1mNAME\x1b[22m');
  }, 60_000);

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await runCli(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  const mistakes: [args: string[], message: string][] = [
    [['tunne', 'x.mtx'], 'Did you mean tune?'],
    [['tune', 'x.mtx', '--buget', '5s'], 'Did you mean --budget?'],
    [['tune'], "missing required argument 'matrix'"],
    [['tune', 'x.mtx', '--budget', '60'], '90s, 5m'],
    [['tune', 'x.mtx', '--trials', '0'], 'at least 1'],
    [['tune', 'x.mtx', '--target', 'metal'], 'auto, webgpu, cuda'],
    [['export', 'x.mtx'], "'--out <folder>' not specified"],
    [['export', 'x.mtx', '--out', 'x', '--prefix', '2d'], "prefix '2d' is not an identifier"],
    [['operators', 'NOPE'], "no operator 'NOPE'"],
    [['operators', 'bmt_row_blok'], "did you mean 'BMT_ROW_BLOCK'?"],
    [['inspect', 'gen:dense:3', '--graph', 'csr-scalr'], "did you mean 'csr-scalar'?"],
    [['inspect', 'gen:nope:3'], "no generator 'nope'"],
    [['inspect', 'gen:stencil5:n=3,m=4'], 'points along each side: 1 to 20000'],
    [['tune', 'gen:dense:3', '--quiet', '--baseline', 'nope'], "no baseline 'nope'"],
    [['tune', 'gen:dense:3', '--report', '.'], "'.' is a folder"],
    [['convert', 'gen:dense:2', 'absent/x.mtx'], 'cannot write absent/x.mtx: ENOENT'],
    [['convert', 'absent.mtx', 'x.xyz'], 'unknown extension'],
    ...(process.platform === 'linux'
      ? [[['tune', 'gen:dense:3', '--out', '/proc/a/b'], '/proc/a: cannot write there'] satisfies [string[], string]]
      : []),
  ];
  it.each(mistakes)('exits 2 on %j', async (args, message) => {
    const { status, stdout, stderr } = await runCli(args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: .*\n/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('refuses a folder with other files before it looks at the matrix', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const { status, stderr } = await runCli(['tune', 'absent.mtx', '--out', folder]);
    expect(stderr).toContain('notes.txt');
    expect(stderr).toMatch(/hint: .*--force/);
    expect(status).toBe(2);
  });
});

describe('input', () => {
  const files: [content: string | undefined, message: string][] = [
    [undefined, 'no such file'],
    ['', 'error:'],
    ['%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n', 'truncated'],
    ['%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n', 'file.mtx:3'],
    ['%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n', 'complex'],
  ];
  it.each(files)('exits 4 on the file %j', async (content, message) => {
    const file = join(folder, 'file.mtx');
    rmSync(file, { force: true });
    if (content !== undefined) writeFileSync(file, content);
    for (const command of [['inspect'], ['tune', '--json']]) {
      const { status, stdout, stderr } = await runCli([...command, file]);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('    at ');
      expect(stdout).toBe('');
      expect(status).toBe(4);
    }
  });

  it.each([
    [['inspect', 'src'], 'src: is a folder'],
    [['inspect', ''], "'': no such file"],
    [['replay', 'src'], `cannot read the trial log ${join('src', 'trials.jsonl')}`],
  ])('exits 4 on %j', async (args, message) => {
    const { status, stderr } = await runCli(args);
    expect(stderr).toContain(message);
    expect(status).toBe(4);
  });

  it('does not advise to delete a file that is no trial log', async () => {
    const file = join(folder, 'precious.mtx');
    writeFileSync(file, 'mine\n');
    for (const command of ['replay', 'report']) {
      const { status, stderr } = await runCli([command, file]);
      expect(stderr).toContain('precious.mtx:1: not a line of a trial log');
      expect(stderr).not.toMatch(/delete/i);
      expect(status).toBe(4);
    }
  });

  it('shows the stack under ALPHASPARSE_DEBUG', async () => {
    const { stderr } = await runCli(['inspect', 'absent.mtx'], { env: { ALPHASPARSE_DEBUG: '1' } });
    expect(stderr).toMatch(/^ {4}at /m);
  });
});

describe('convert and inspect', () => {
  it('converts through formats without loss', async () => {
    const [first, npz, second] = ['a.mtx', 'b.npz', 'c.mtx'].map((name) => join(folder, name));
    expect((await runCli(['convert', 'gen:uniform:n=50,degree=3', first])).status).toBe(0);
    expect((await runCli(['convert', first, npz])).status).toBe(0);
    const { status, stdout } = await runCli(['convert', npz, second, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 50, cols: 50, nnz: 150, output: second });
    expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
  });

  it('reads standard input', async () => {
    const stdin = '%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n';
    const { stdout } = await runCli(['inspect', '-', '--json'], { stdin });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'stdin', features: { rows: 2, cols: 3, nnz: 1 } });
  });

  it('exits 2 on an unknown extension', async () => {
    const { status, stderr } = await runCli(['convert', 'gen:dense:2', join(folder, 'x.xyz')]);
    expect(stderr).toContain('.npz');
    expect(status).toBe(2);
  });
});

describe('devices and operators', () => {
  it('lists the devices as one JSON object', async () => {
    const { status, stdout } = await runCli(['devices', '--json']);
    const { devices } = JSON.parse(stdout) as { devices: { info?: { name: string }; reason?: string }[] };
    expect(devices.every(({ info, reason }) => info?.name || reason)).toBe(true);
    expect(status).toBe(devices.some(({ info }) => info) ? 0 : 3);
  });

  it('exits 3 when the wanted device is not there', async () => {
    const { status, stderr } = await runCli(['tune', 'gen:dense:4', '--device', '99', '--no-cache', '--trials', '1']);
    expect(stderr).toMatch(/^error: /m);
    expect(status).toBe(3);
  });

  it('describes every operator', async () => {
    const { stdout } = await runCli(['operators', '--json']);
    const { operators } = JSON.parse(stdout) as { operators: { name: string; summary: string }[] };
    expect(operators.map(({ name }) => name)).toContain('COMPRESS');
    const detail = await runCli(['operators', 'bmt_row_block']);
    expect(detail.stdout).toContain('rows a thread');
  });
});

describe('output', () => {
  const shell = (line: string) => spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  const program = `${process.execPath} dist/cli/main.js`;

  it('ends quietly when its reader has left', () => {
    // Enough that the pipe cannot hold it all.
    const { stdout, stderr } = shell(`{ ${program} operators --json; echo "status $?" >&2; } | head -n 1`);
    expect(stdout).toBe('{\n');
    expect(stderr).toBe('status 0\n');
  });

  it('gives the result also when nobody reads the progress', () => {
    const out = join(folder, 'converted.json');
    const tune = `${program} tune gen:stencil5:10 --device software --trials 2 --no-cache --json`;
    // The reader of stderr is gone before the first line.
    shell(`{ sleep 0.3; ${tune}; } 2>&1 >${out} | true`);
    expect(JSON.parse(readFileSync(out, 'utf8')).trials.ok).toBe(2);
  });

  it.skipIf(process.platform !== 'linux')('says in one line that a disk is full', () => {
    const { status, stderr } = shell(`${program} operators >/dev/full`);
    expect(stderr).toMatch(/^error: cannot write to standard output: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });
});

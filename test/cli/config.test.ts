import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/cli/config.js';
import { createProgram } from '../../src/cli/program.js';
import { AlphaSparseError } from '../../src/errors.js';
import { tempFolder } from '../support/tempFolder.js';

const parse = (content: object | string) =>
  parseConfig(typeof content === 'string' ? content : JSON.stringify(content), 'c.json', createProgram());

function refusal(content: object | string): string {
  try {
    parse(content);
  } catch (error) {
    if (error instanceof AlphaSparseError && error.code === 'usage') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('a config file', () => {
  it('gives options as the command line would', () => {
    const tune = {
      target: 'cuda',
      valueStorage: 'bf16',
      budget: '5m',
      trials: 30,
      cache: false,
      baseline: ['ell', 'csr5'],
      device: 0,
    };
    expect(parse({ tune, bench: { minNnz: 1000 } })).toEqual({ tune, bench: { minNnz: 1000 } });
    expect(parse({ tune: { baseline: 'none' } })).toEqual({ tune: { baseline: [] } });
  });

  it.each([
    ['{', 'c.json: not JSON'],
    [[], 'c.json: the file: '],
    [{ tone: {} }, "no section 'tone'; did you mean 'tune'?"],
    [{ tune: { buget: '5s' } }, "no option 'tune.buget'; did you mean 'budget'?"],
    [{ tune: { colour: true } }, "no option 'tune.colour'"],
    [{ tune: { target: 'metal' } }, 'tune.target: '],
    [{ run: { valueStorage: 'fp8' } }, 'run.valueStorage: '],
    [{ tune: { budget: '60' } }, "tune.budget: '60' is no value of --budget. Give a time with its unit"],
    [{ tune: { trials: 0 } }, 'at least 1'],
    [{ bench: { quiet: 'yes' } }, 'bench.quiet: '],
    [{ export: { out: 'kernel' } }, "no option 'export.out'"],
  ])('refuses %j', (content, message) => {
    expect(refusal(content)).toContain(message);
  });
});

describe('where the command line finds it', () => {
  const cli = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [resolve('dist/cli/main.js'), ...args], { cwd, encoding: 'utf8' });

  it('reads the working folder, prefers options given, and takes --config FILE', () => {
    const folder = tempFolder('config');
    const tune = { device: 'software', trials: 2, cache: false, quiet: true, json: true };
    writeFileSync(join(folder, 'alphasparse.config.json'), JSON.stringify({ tune }));
    const trials = (...args: string[]) => JSON.parse(cli(folder, 'tune', 'gen:stencil5:5', ...args).stdout).trials.ok;
    expect(trials()).toBe(2);
    expect(trials('--trials', '1')).toBe(1);
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ tune: { ...tune, trials: 3 } }));
    expect(trials('--config', 'other.json')).toBe(3);
  });

  it('exits 2 on a mistake in it, and on a file that is not there, but only where it is of use', () => {
    const folder = tempFolder('config');
    writeFileSync(join(folder, 'alphasparse.config.json'), '{"tune": {"buget": "5s"}}');
    const mistaken = cli(folder, 'tune', 'gen:dense:3');
    expect(mistaken.status).toBe(2);
    expect(mistaken.stderr).toContain("alphasparse.config.json: no option 'tune.buget'; did you mean 'budget'?");
    const absent = cli(folder, 'tune', 'gen:dense:3', '--config', 'absent.json');
    expect(absent.status).toBe(2);
    expect(absent.stderr).toContain('absent.json');
    expect(cli(folder, 'cache', 'path').status).toBe(0);
  });
});

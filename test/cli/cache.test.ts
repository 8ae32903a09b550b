import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './runCli.js';

let folder: string;
const cache = (...args: string[]) => runCli(['cache', ...args], { env: { ALPHASPARSE_CACHE_DIR: folder } });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
  mkdirSync(join(folder, 'cubins/ab'), { recursive: true });
  writeFileSync(join(folder, 'cubins/ab/new.cubin'), 'x'.repeat(1500));
  writeFileSync(join(folder, 'cubins/ab/old.cubin'), 'x'.repeat(500));
  utimesSync(join(folder, 'cubins/ab/old.cubin'), 0, 0);
  mkdirSync(join(folder, 'photos'));
  writeFileSync(join(folder, 'photos/cat'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('alphasparse cache', () => {
  it('prints its folder and what it holds', async () => {
    expect((await cache('path')).stdout).toBe(`${folder}\n`);
    const { entries } = JSON.parse((await cache('ls', '--json')).stdout);
    expect(entries).toEqual([{ name: 'cubins', what: 'compiled CUDA kernels', files: 2, bytes: 2000 }]);
    expect((await cache('ls')).stdout).toContain('2.00 kB');
  });

  it('prunes old files only', async () => {
    expect((await cache('prune', '--days', '7')).stdout).toContain('500 B freed');
    expect(existsSync(join(folder, 'cubins/ab/new.cubin'))).toBe(true);
    expect(existsSync(join(folder, 'cubins/ab/old.cubin'))).toBe(false);
  });

  it('prunes compiled kernels beyond a gigabyte, those used longest ago first', async () => {
    for (const [i, name] of ['first', 'second'].entries()) {
      // A hole: it has the size, but takes no room.
      writeFileSync(join(folder, `cubins/ab/${name}.cubin`), '');
      truncateSync(join(folder, `cubins/ab/${name}.cubin`), 6e8);
      const at = Date.now() / 1000 - 100 + i;
      utimesSync(join(folder, `cubins/ab/${name}.cubin`), at, at);
    }
    expect((await cache('prune')).stdout).toContain('600 MB freed');
    expect(readdirSync(join(folder, 'cubins/ab')).sort()).toEqual(['new.cubin', 'second.cubin']);
  });

  it('clears its own entries and leaves what it does not know', async () => {
    expect((await cache('clear')).stdout).toContain('2.00 kB freed');
    expect(existsSync(join(folder, 'cubins'))).toBe(false);
    expect(existsSync(join(folder, 'photos/cat'))).toBe(true);
    expect((await cache('ls')).stdout).toContain('is empty');
  });

  it('exits 2 without a subcommand that it knows', async () => {
    expect((await cache('cleer')).stderr).toContain('Did you mean clear?');
    expect((await cache('prune', '--days', 'many')).status).toBe(2);
  });
});

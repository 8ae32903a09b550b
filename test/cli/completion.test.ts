import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bashCompletion } from '../../src/cli/completion/bash.js';
import { commandTree } from '../../src/cli/completion/commandTree.js';
import { fishCompletion } from '../../src/cli/completion/fish.js';
import { zshCompletion } from '../../src/cli/completion/zsh.js';
import { createProgram } from '../../src/cli/program.js';
import { tempFolder } from '../support/tempFolder.js';
import { runCli } from './runCli.js';

const tree = commandTree(createProgram());
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What a shell offers for the last of the words. */
type Complete = (...words: string[]) => string[];

function runShell(shell: string, script: string): string[] {
  const folder = tempFolder('completion');
  const file = join(folder, 'script');
  writeFileSync(file, script);
  const { stdout, stderr } = spawnSync(shell, [file], { cwd: folder, encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

const array = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

const shells: Record<string, Complete> = {
  bash: (...words) =>
    runShell(
      'bash',
      `${bashCompletion('alphasparse', tree)}
COMP_WORDS=(${array(words)}); COMP_CWORD=${words.length - 1}; _alphasparse; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  // The functions of zsh's completion only work at a prompt; these print what they are given.
  zsh: (...words) =>
    runShell(
      'zsh',
      `compdef() { : }; _files() { : }
_describe() { local line; for line in "\${(@P)2}"; do print -r -- "\${line%%:*}"; done }
compadd() { shift; print -rl -- "$@" }
${zshCompletion('alphasparse', tree)}
words=(${array(words)}); CURRENT=${words.length}; _alphasparse`,
    ).filter((line) => line.startsWith(words.at(-1) ?? '')),
  fish: (...words) =>
    runShell(
      'fish',
      `${fishCompletion('alphasparse', tree)}
complete -C '${words.join(' ')}'`,
    ).map((line) => line.split('\t')[0]),
};

describe.each(Object.entries(shells))('completion in %s', (shell, complete) => {
  it.skipIf(!has(shell))('offers commands, options and values', () => {
    expect(complete('alphasparse', 'tu')).toEqual(['tune']);
    expect(complete('alphasparse', 'c').sort()).toEqual(['cache', 'completion', 'convert']);
    expect(complete('alphasparse', 'tune', 'x.mtx', '--b').sort()).toEqual(['--baseline', '--budget']);
    expect(complete('alphasparse', 'tune', '--target', '').sort()).toEqual(['auto', 'cuda', 'webgpu']);
    expect(complete('alphasparse', 'cache', 'p').sort()).toEqual(['path', 'prune']);
    expect(complete('alphasparse', 'cache', 'prune', '--da')).toEqual(['--days']);
    expect(complete('alphasparse', 'completion', 'z')).toEqual(['zsh']);
  });
});

describe('alphasparse completion', () => {
  it('prints the scripts', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { status, stdout } = await runCli(['completion', shell]);
      expect(status).toBe(0);
      expect(stdout).toContain(`# ${shell} completion for alphasparse`);
      for (const option of ['budget', 'min-nnz', 'prefix', 'days']) expect(stdout).toContain(option);
    }
    expect((await runCli(['completion', 'tcsh'])).status).toBe(2);
  });
});

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entryFile } from '../../src/entryFile.js';
import { buildModule } from './fixtures/setup.js';

const script = fileURLToPath(new URL('fixtures/leave.mjs', import.meta.url));
const sources = new URL('../../src/evaluation/child.ts', import.meta.url).href;
const dist = pathToFileURL(dirname(dirname(entryFile('childMain', sources)))).href;

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from the script's last line to the end of its process. */
  readonly lingerMs: number;
}

function start(way: string) {
  // A group of its own, so that a test's SIGINT does not reach the test runner.
  const child = spawn(process.execPath, [script, way, dist, buildModule], { detached: true });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const end = new Promise<End>((resolve) => {
    child.on('close', (code, signal) => {
      const left = Number(/left (\d+)/.exec(stdout)?.[1] ?? Date.now());
      resolve({ code, signal, stdout, stderr, lingerMs: Date.now() - left });
    });
  });
  return { child, end, said: () => stdout };
}

describe('a process that used a device ends by itself', () => {
  it.each([
    ['closed', 0, '400'],
    ['forgotten', 0, '400'],
    ['thrown', 1, '400'],
    ['exited', 5, '400'],
    ['evaluatorForgotten', 0, 'ok'],
    ['evaluatorExited', 5, ''],
    ['interrupted', 0, 'ok\nbuilt in the main thread, call 1'],
  ])('%s: exit code %i', async (way, code, said) => {
    const end = await start(way).end;
    expect(end).toMatchObject({ code, signal: null, stdout: expect.stringContaining(said) });
    expect(end.lingerMs).toBeLessThan(2000);
    expect(end.stderr.includes('on purpose')).toBe(way === 'thrown');
  });
});

describe.runIf(process.platform === 'linux')('an evaluation process whose parent is killed', () => {
  it('ends although it hangs', async () => {
    const { child, end, said } = start('hanging');
    await until(() => said().includes('hanging'));
    const [orphan] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    expect(isRunning(orphan)).toBe(true);
    child.kill('SIGKILL');
    await end;
    await until(() => !isRunning(orphan));
  });
});

function isRunning(pid: string): boolean {
  try {
    // A zombie has ended; it only waits for someone to ask.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('Waited for 10 s in vain.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { hold } from '../src/holdChild.js';

const startIdle = () =>
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'ignore', 'pipe'] });

describe('holding a child process', () => {
  it('is decided anew as often as one likes', async () => {
    const child = startIdle();
    for (const on of [true, false, true]) hold(child, on);
    child.kill('SIGKILL');
    expect((await once(child, 'close'))[1]).toBe('SIGKILL');
  });

  it('leaves nothing behind at one that has ended, however often it is asked', async () => {
    const child = startIdle();
    child.kill('SIGKILL');
    await once(child, 'close');
    for (let i = 0; i < 20; i++) hold(child, i % 2 === 0);
    expect(child.stderr.listenerCount('connect')).toBe(0);
  });
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('docs/operators.md says what the descriptors say', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

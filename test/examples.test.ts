import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, withPage } from './support/browser.js';

let folder: string;
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ALPHASPARSE_CACHE_DIR: join(folder, 'cache') },
  });
const numberAfter = (text: string, words: string) => Number(text.split(words)[1]?.split(/\s/)[1]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-examples-'));
  // Against the types that the package publishes, in dist/.
  node('node_modules/typescript/bin/tsc', '-p', 'examples');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('examples', { timeout: 120_000 }, () => {
  it('conjugate gradients solve bcsstk16 to more digits than f32 has', () => {
    const output = node('examples/dist/conjugateGradient.js', 'matrices/bcsstk16.mtx.gz', '1');
    expect(numberAfter(output, 'solved: largest error')).toBeLessThan(1e-8);
  });

  it.each([
    ['pageRank', 1e-5],
    ['randomWalk', 1e-5],
    ['hits', 1e-5],
  ])('%s converges on a power-law graph', (name, tolerance) => {
    const output = node(`examples/dist/${name}.js`, 'gen:rmat:scale=8,degree=8', '1');
    expect(output).toContain('256 vertices');
    expect(numberAfter(output, 'residual')).toBeGreaterThanOrEqual(0);
    expect(numberAfter(output, 'residual')).toBeLessThan(tolerance);
    // R-MAT gathers links at vertex 0.
    expect(output).toMatch(/\n {2}(vertex|hub) 0:/);
  });

  it('the page multiplies in Chromium', async () => {
    const page = join(folder, 'page');
    const output = node('examples/dist/browserPage.js', 'gen:rmat:scale=8,degree=8', '1', page);
    expect(output).toContain('index.html');
    if (!browserPath) return console.log('skip: no Chromium for the page');
    await withPage(page, 'index.html', (opened) => opened.getByText('The result is right.').waitFor());
  });
});

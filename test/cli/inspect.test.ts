import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/graph/identity.js';
import { seeds } from '../../src/seeds/index.js';
import { runCli } from './runCli.js';

const matrix = 'gen:stencil5:9';
const ell = canonicalJson(seeds.find(({ name }) => name === 'ell')!.graph);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('inspect --graph', () => {
  it('draws the graph and prints metadata, arrays and the launch', async () => {
    const { status, stdout } = await runCli(['inspect', 'gen:arrow:300', '--graph', 'long-rows-apart']);
    expect(status).toBe(0);
    expect(stdout).toContain('ROW_DIV  lengths [256]\n├─ SORT_SUB\n│  COMPRESS\n');
    expect(stdout).toMatch(/leaf 1: 1 row, 300 non-zeros, 0 padding/);
    expect(stdout).toMatch(/bmtb +1 +300 \.\. 300 +300 +1\n/);
    expect(stdout).toMatch(/leaf0\.bmtRow +299 +i \+ 1 +0 B +1\.20 kB/);
    expect(stdout).toMatch(/3 blocks of 256 threads, 1\.02 kB of shared memory, .* to move\n$/);
  });

  it('prints the same for a name, JSON, a file with JSON, and the report of a search', async () => {
    const file = join(folder, 'graph.json');
    const report = join(folder, 'report.json');
    writeFileSync(file, ell);
    writeFileSync(report, JSON.stringify({ best: { graph: JSON.parse(ell) } }));
    const outputs = ['ell', ell, file, report].map((graph) => runCli(['inspect', matrix, '--graph', graph]));
    const [first, ...others] = (await Promise.all(outputs)).map(({ stdout }) => stdout);
    expect(first).toContain('BMT_PAD  to leaf');
    for (const other of others) expect(other).toBe(first);
  });

  it('prints the kernel alone with --source, and all with --json', async () => {
    const args = ['inspect', matrix, '--graph', 'ell', '--language', 'cuda'];
    const { stdout } = await runCli([...args, '--source']);
    expect(stdout).toMatch(/^\/\/ COMPRESS → /);
    expect(stdout).toContain('extern "C" __global__');
    const { source, leaves, arrays } = JSON.parse((await runCli([...args, '--json'])).stdout);
    expect(source).toBe(stdout);
    expect(leaves[0]).toMatchObject({
      rows: 81,
      nnz: 369,
      stored: 405,
      reduction: { thread: 'total', global: 'store' },
    });
    expect(arrays.map(({ name }: { name: string }) => name)).toContain('columns');
  });

  it('draws an SVG', async () => {
    const file = join(folder, 'graph.svg');
    expect((await runCli(['inspect', matrix, '--graph', 'hyb', '--svg', file])).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg .*HYB_DECOMP.*<\/svg>\n$/s);
  });

  const mistakes: [args: string[], status: number, message: string][] = [
    [['--graph', 'elll'], 2, 'csr-scalar'],
    [['--graph', '[{"op":7}]'], 2, '0.op'],
    [['--graph', './absent.json'], 2, 'cannot read the graph'],
    [['--graph', 'ell', '--language', 'metal'], 2, 'Allowed choices are wgsl, cuda'],
    [['--source'], 2, '--graph'],
    [['--graph', '[{"op":"COMPRESS"}]'], 1, 'leaf 0 is not complete: it lacks BMTs'],
    [['--graph', 'ell', '--svg', '/nowhere/x.svg'], 2, 'cannot write'],
  ];
  it.each(mistakes)('says what is wrong with %j', async (args, expected, message) => {
    const { status, stdout, stderr } = await runCli(['inspect', matrix, ...args]);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(status).toBe(expected);
  });
});

it('operators prints a row each, and the details of one', async () => {
  const { stdout } = await runCli(['operators']);
  expect(stdout).toMatch(/^mapping +BMT_PAD +to multiple +Pads BMTs/m);
  const detail = await runCli(['operators', 'row_div']);
  expect(detail.stdout).toContain('lengths: thresholds with by = length');
  expect(detail.stdout).toContain('(default [32]; the search tries [8], [16]');
});

import { describe, expect, it } from 'vitest';
import { readMatrix } from '../../src/matrix/read.js';

interface Counts {
  readonly files: number;
  readonly formats: Record<string, { read: number; input: number; unsupported: number }>;
  readonly failures: { index: number; problem: string }[];
}

interface Sample {
  readonly format: string;
  readonly parts: Record<string, Uint8Array>;
  pack(parts: Record<string, Uint8Array>): Uint8Array;
}

const load = (name: string): Promise<unknown> =>
  import(new URL(`../../scripts/readerFuzz/${name}.mjs`, import.meta.url).href);
const { fuzzReaders } = (await load('fuzz')) as { fuzzReaders(options: object): Promise<Counts> };
const { samples } = (await load('samples')) as { samples: Sample[] };

describe('fuzz:readers', () => {
  it.each(samples.map((sample) => [sample.format, sample] as const))(
    'begins with a good file: %s',
    async (_, sample) => {
      const { nnz } = await readMatrix(Uint8Array.from(sample.pack(sample.parts)));
      expect(nnz).toBeGreaterThan(0);
    },
  );

  it('finds 2,000 damaged files of every format read or refused', async () => {
    const { files, formats, failures } = await fuzzReaders({ files: 2000, seed: 5 });
    expect(failures).toEqual([]);
    expect(files).toBe(2000);
    expect(Object.keys(formats).sort()).toEqual(['hb', 'mtx', 'mtx.gz', 'npz', 'rb', 'smtx', 'tar.gz']);
    for (const { read, input } of Object.values(formats)) {
      expect(read).toBeGreaterThan(0);
      expect(input).toBeGreaterThan(0);
    }
  });

  it.each([
    ['crash', 'TypeError: a crash asked for'],
    ['spin', 'no end after'],
    ['silence', 'never answers'],
    ['memory', 'memory grew by'],
  ])('notices a reader in trouble (%s), and goes on', async (kind, problem) => {
    const fault = { index: 3, kind };
    const { files, failures } = await fuzzReaders({ files: 8, seed: 5, fault, limitMs: 2000, memoryMb: 64 });
    expect(files).toBe(8);
    expect(failures).toHaveLength(1);
    expect(failures[0].index).toBe(3);
    expect(failures[0].problem).toContain(problem);
  });
});

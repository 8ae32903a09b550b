import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlphaSparseError } from '../../src/errors.js';
import { validate } from '../../src/matrix/csr.js';
import { generate } from '../../src/matrix/generators/index.js';
import { formatNpz } from '../../src/matrix/npz.js';
import { readMatrix } from '../../src/matrix/read.js';
import { casePath } from './helpers.js';

const file = (name: string) => Uint8Array.from(readFileSync(casePath(name)));

/** One good file of each format other than plain Matrix Market, which has a test of its own. */
const good: [format: string, bytes: Uint8Array][] = [
  ['Harwell-Boeing', file('case-18-hb-given-as-mtx.dat')],
  ['a symmetric array', new TextEncoder().encode('%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n')],
  ['smtx', new TextEncoder().encode('3, 4, 4\n0 2 2 4\n1 0 3 2\n')],
  ['tar', Uint8Array.from(gunzipSync(readFileSync(casePath('Chem97ZtZ.tar.gz'))).subarray(0, 2048))],
  ['gzip', file('rza.mtx.gz')],
  ['npz', formatNpz(generate('gen:uniform:6,3'))],
];

describe('a damaged file is read as another matrix or refused, never anything else', () => {
  it.each(good)('%s', async (_, bytes) => {
    const interesting = fc.oneof(fc.constantFrom(0, 10, 32, 45, 46, 48, 49, 57, 101, 255), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), interesting), { minLength: 1, maxLength: 5 }),
        fc.nat(bytes.length),
        fc.boolean(),
        async (edits, length, cut) => {
          const damaged = bytes.slice(0, cut ? length : bytes.length);
          for (const [at, byte] of edits) if (at < damaged.length) damaged[at] = byte;
          try {
            validate(await readMatrix(damaged));
          } catch (error) {
            if (!(error instanceof AlphaSparseError)) throw error;
            expect(['input', 'unsupported']).toContain(error.code);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

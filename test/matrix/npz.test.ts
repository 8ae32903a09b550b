import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validate } from '../../src/matrix/csr.js';
import { generate } from '../../src/matrix/generators/index.js';
import { formatNpy, parseNpy } from '../../src/matrix/npy.js';
import { formatNpz, readNpz } from '../../src/matrix/npz.js';
import { readMatrix } from '../../src/matrix/read.js';
import { anyMatrix, errorOf, toDense } from './helpers.js';

/** An .npy file with any header and content. */
function npy(type: string, shape: string, content: Uint8Array, fortran = 'False'): Uint8Array {
  const header = `{'descr': '${type}', 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`;
  return Uint8Array.from([147, 78, 85, 77, 80, 89, 1, 0, header.length, 0, ...Buffer.from(header), ...content]);
}

const archive = (parts: Record<string, Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [`${name}.npy`, bytes])));

const ints = (...values: number[]) => formatNpy(Int32Array.from(values));
const reals = (...values: number[]) => formatNpy(Float64Array.from(values));
const csr = {
  format: formatNpy('csr'),
  shape: ints(2, 2),
  indptr: ints(0, 1, 3),
  indices: ints(0, 1, 0),
  data: reals(1, 3, 2),
};

describe('npz', () => {
  it('reads back what was written, bit for bit', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        expect(readNpz(formatNpz(matrix), 'test.npz', 'random')).toEqual(matrix);
      }),
    );
  });

  it('reads csr with unsorted columns', () => {
    expect(toDense(readNpz(archive(csr), 'a.npz'))).toEqual([
      [1, 0],
      [2, 3],
    ]);
  });

  it.each([
    ['another archive', { x: ints(1) }, 'input', "no array 'format'"],
    ['an unknown format', { ...csr, format: formatNpy('lil') }, 'input', "'lil'"],
    ['complex values', { ...csr, data: npy('<c16', '(3,)', new Uint8Array(48)) }, 'unsupported', 'complex'],
    ['objects', { ...csr, data: npy('|O8', '(3,)', new Uint8Array(24)) }, 'unsupported', 'O8'],
    ['data of another length', { ...csr, data: reals(1, 2) }, 'input', 'data has 2'],
    ['decreasing pointers', { ...csr, indptr: ints(0, 4, 3) }, 'input', 'indptr'],
    ['a column outside', { ...csr, indices: ints(0, 1, 7) }, 'input', 'index 7 outside 0..1'],
    ['a negative column', { ...csr, indices: ints(0, 1, -1) }, 'input', 'index -1'],
    ['a fractional shape', { ...csr, shape: reals(2.5, 2) }, 'input', 'shape (2.5, 2)'],
    ['a shape beyond any index', { ...csr, shape: reals(2, 3e9) }, 'input', 'shape'],
    ['a header that lies', { ...csr, data: npy('<f8', '(4000000000,)', new Uint8Array(24)) }, 'input', '24 found'],
    ['what is no array', { ...csr, data: new Uint8Array(20) }, 'input', 'not a NumPy array'],
  ] as [string, Record<string, Uint8Array>, string, string][])('refuses %s', async (_, parts, code, named) => {
    const error = await errorOf(() => readNpz(archive(parts), 'bad.npz'));
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  it('refuses damaged archives without crashing', async () => {
    const good = archive(csr);
    const error = await errorOf(() => readNpz(good.subarray(0, good.length - 30), 'cut.npz'));
    expect(error.message).toContain('cut.npz: damaged or truncated zip archive');
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const damaged = good.slice();
        damaged[at] = byte;
        try {
          validate(readNpz(damaged, 'bad.npz'));
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: 'AlphaSparseError' });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not allocate what an archive only claims to hold', async () => {
    const bomb = archive(csr);
    // The central directory's uncompressed size of the last member, data.npy.
    const directory = Buffer.from(bomb).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(directory + 24, 3e9, true);
    const error = await errorOf(() => readNpz(bomb, 'bomb.npz'));
    expect(error.message).toContain('impossible size of data.npy');
  });
});

describe('parseNpy', () => {
  it.each([
    ['<f4', [1.5, -2], Buffer.from(Float32Array.of(1.5, -2).buffer)],
    ['<f2', [1, -0.5], Buffer.from([0x00, 0x3c, 0x00, 0xb8])],
    ['<i8', [-1, 7], Buffer.from(BigInt64Array.of(-1n, 7n).buffer)],
    ['>i4', [1, 256], Buffer.from([0, 0, 0, 1, 0, 0, 1, 0])],
    ['|u1', [255, 3], Buffer.from([255, 3])],
    ['|b1', [1, 0], Buffer.from([1, 0])],
  ])('reads %s', (type, values, bytes) => {
    expect([...parseNpy(npy(type, '(2,)', bytes), 'a').elements]).toEqual(values);
  });

  it('turns column-major arrays', () => {
    const bytes = Buffer.from(Float64Array.of(1, 4, 2, 5, 3, 6).buffer);
    expect([...parseNpy(npy('<f8', '(2, 3)', bytes, 'True'), 'a').elements]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('reads text of both widths', () => {
    expect(parseNpy(npy('|S3', '()', Buffer.from('csr')), 'a').elements).toBe('csr');
    expect(parseNpy(npy('<U3', '()', Buffer.from('c\0\0\0s\0\0\0c\0\0\0')), 'a').elements).toBe('csc');
  });
});

const run = (python: string, script: string, ...args: string[]) =>
  execFileSync(python, ['-c', script, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The first Python with SciPy: Debian's may not be the first Python of the path. */
const interpreter = ['python3', '/usr/bin/python3'].find((candidate) => {
  try {
    run(candidate, 'import scipy.sparse');
    return true;
  } catch {
    return false;
  }
});
const python = (script: string, ...args: string[]) => run(interpreter!, script, ...args);
const missing = interpreter === undefined;
if (missing) console.warn('Skipping the exchange with SciPy: no python3 has it');

const dense = [
  [1, 2, 0, 0],
  [3, 4, 0, -1],
  [0, 0, 5, 0],
  [0, 0, 0, 6],
  [7, 0, 0, 0],
  [0, 8, 0, 0],
];

const expressions = [
  'csr_matrix(d)',
  'csc_matrix(d)',
  'coo_matrix(d)',
  'bsr_matrix(d, blocksize=(2, 2))',
  'bsr_matrix(d, blocksize=(3, 1))',
  'dia_matrix(d)',
  'csr_array(d)',
  'coo_array(d)',
  'csr_matrix(d.astype("f4"))',
  'csc_matrix(d.astype("i2"))',
];

describe.skipIf(missing)('exchange with SciPy', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'alphasparse-npz-'));
    const saves = expressions.map(
      (expression, i) => `s.save_npz(f'{folder}/${i}.npz', s.${expression}, ${i % 2 === 0 ? 'True' : 'False'})`,
    );
    python(
      `import sys, numpy, scipy.sparse as s
folder = sys.argv[1]
d = numpy.array(${JSON.stringify(dense)}, dtype='f8')
s.save_npz(f'{folder}/complex.npz', s.csr_matrix(d.astype(complex)))
${saves.join('\n')}`,
      folder,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('load_npz opens what we write', () => {
    const matrix = generate('gen:rmat:6,4,signed=1');
    const path = join(folder, 'ours.npz');
    writeFileSync(path, formatNpz(matrix));
    const script = `import sys, json, scipy.sparse as s
m = s.load_npz(sys.argv[1])
print(json.dumps([m.format, list(m.shape), m.indptr.tolist(), m.indices.tolist(), m.data.tolist()]))`;
    expect(JSON.parse(python(script, path))).toEqual([
      'csr',
      [matrix.rows, matrix.cols],
      [...matrix.indptr],
      [...matrix.indices],
      [...matrix.data],
    ]);
  });

  it.each(expressions.map((expression, i) => [expression, i] as const))('reads %s', async (_, i) => {
    const matrix = await readMatrix(join(folder, `${i}.npz`));
    validate(matrix);
    expect(toDense(matrix)).toEqual(dense);
  });

  it('refuses a complex matrix by name', async () => {
    const error = await errorOf(() => readMatrix(join(folder, 'complex.npz')));
    expect(error.code).toBe('unsupported');
    expect(error.message).toContain('complex');
  });
});

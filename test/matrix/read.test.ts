import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash, validate } from '../../src/matrix/csr.js';
import { checkExpansion } from '../../src/matrix/expansion.js';
import { generate } from '../../src/matrix/generators/index.js';
import { matrixName, readMatrix } from '../../src/matrix/read.js';
import { writeMatrix } from '../../src/matrix/write.js';
import { casePath, chunked, errorOf, toDense } from './helpers.js';

const text = '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 5\n';
const dense = [
  [1, 0],
  [0, 5],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-read-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('readMatrix', () => {
  it('reads bytes, web streams and iterables', async () => {
    const bytes = new TextEncoder().encode(text);
    const web = () => new Blob([bytes]).stream() as ReadableStream<Uint8Array>;
    for (const source of [bytes, gzipSync(bytes), web(), chunked(text, 3), chunked(gzipSync(bytes), 1)]) {
      expect(toDense(await readMatrix(source))).toEqual(dense);
    }
    expect((await readMatrix(bytes, { name: 'mine' })).name).toBe('mine');
  });

  it('goes by content, not by name', async () => {
    const plain = join(folder, 'plain.mtx.gz');
    const zipped = join(folder, 'zipped.mtx');
    writeFileSync(plain, text);
    writeFileSync(zipped, gzipSync(text));
    expect(toDense(await readMatrix(plain))).toEqual(dense);
    expect(toDense(await readMatrix(zipped))).toEqual(dense);
  });

  it('makes generated matrices and names files without folder and extensions', async () => {
    expect((await readMatrix('gen:diagonal:3')).nnz).toBe(3);
    expect(['a/cage10.mtx.gz', 'x.y.tar.gz', 'arc130.rua', 'm.npz', '.mtx'].map(matrixName)).toEqual([
      'cage10',
      'x.y',
      'arc130',
      'm',
      '.mtx',
    ]);
  });

  it('explains files that are missing, folders, and what is no matrix', async () => {
    const missing = await errorOf(() => readMatrix(join(folder, 'absent.mtx')));
    expect(missing).toMatchObject({ code: 'input', message: expect.stringContaining('no such file') });
    expect((await errorOf(() => readMatrix(folder))).message).toContain('is a folder');
    expect((await errorOf(() => readMatrix(new Uint8Array(0)))).message).toContain('empty');
    expect((await errorOf(() => readMatrix(new TextEncoder().encode('hello\n')))).message).toContain("'hello'");
    expect((await errorOf(() => readMatrix(gzipSync(gzipSync(text))))).message).toContain('inside a compressed file');
  });

  it('refuses damaged gzip streams', async () => {
    const zipped = gzipSync(text.repeat(50));
    expect((await errorOf(() => readMatrix(zipped.subarray(0, 60)))).message).toContain('ends early');
    const damaged = Uint8Array.from(zipped);
    damaged[damaged.length - 6] ^= 1;
    expect((await errorOf(() => readMatrix(damaged))).message).toContain('damaged gzip stream');
  });

  it('passes on the errors of a source', async () => {
    async function* failing() {
      yield gzipSync(text).subarray(0, 30);
      throw new Error('the line went dead');
    }
    await expect(readMatrix(failing())).rejects.toThrow('the line went dead');
  });

  it('draws the line at decompression bombs', () => {
    expect(() => checkExpansion('a', 1000, 2 ** 30)).not.toThrow();
    expect(() => checkExpansion('a', 2 ** 27, 2 ** 32)).not.toThrow();
    expect(() => checkExpansion('a', 2 ** 20, 2 ** 30 + 1)).toThrow('decompression bomb');
  });
});

describe('the bundled matrices', () => {
  const root = fileURLToPath(new URL('../../matrices/', import.meta.url));
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| ([\w-]+) +\| (\d+) x (\d+) +\| (\d+) +\|/gm);
  const listed = [...rows].map(([, name, ...numbers]) => [name, ...numbers.map(Number)] as const);

  it('are those that the table lists', () => {
    const files = readdirSync(root).filter((file) => file !== 'README.md');
    expect(listed.map(([name]) => `${name}.mtx.gz`).sort()).toEqual(files.sort());
  });

  it.each(listed)('%s has %i rows, %i columns and %i entries', async (name, ...numbers) => {
    const matrix = await readMatrix(join(root, `${name}.mtx.gz`));
    validate(matrix);
    expect([matrix.rows, matrix.cols, matrix.nnz]).toEqual(numbers);
    expect(matrix.name).toBe(name);
  });
});

describe('archives', () => {
  const archive = () => readFileSync(casePath('Chem97ZtZ.tar.gz'));

  it('reads a SuiteSparse archive, compressed or not', async () => {
    const matrix = await readMatrix(casePath('Chem97ZtZ.tar.gz'));
    expect([matrix.name, matrix.rows, matrix.nnz]).toEqual(['Chem97ZtZ', 2541, 7361]);
    const tar = gunzipSync(archive());
    expect(contentHash(await readMatrix(chunked(tar, 1000)))).toBe(contentHash(matrix));
  });

  it('passes over companions and picks NAME/NAME.mtx', async () => {
    const members = [tarMember('a/a_b.mtx', 'junk'), tarMember('a/a.mtx', text), tarMember('a/a_x.mtx', 'junk')];
    const matrix = await readMatrix(Buffer.concat([...members, Buffer.alloc(1024)]));
    expect([matrix.name, toDense(matrix)]).toEqual(['a', dense]);
  });

  it('refuses an archive without a matrix, a damaged one and a short one', async () => {
    const other = Buffer.concat([tarMember('a/readme.txt', 'hi'), Buffer.alloc(1024)]);
    expect((await errorOf(() => readMatrix(other))).message).toContain('only: a/readme.txt');
    const damaged = Buffer.from(tarMember('a/a.mtx', text));
    damaged[0] = 98;
    expect((await errorOf(() => readMatrix(damaged))).message).toContain('checksum');
    const short = tarMember('a/b.mtx', text.repeat(20)).subarray(0, 800);
    expect((await errorOf(() => readMatrix(short))).message).toContain('truncated');
    expect((await errorOf(() => readMatrix(gzipSync(gunzipSync(archive()).subarray(0, 40000))))).code).toBe('input');
  });
});

/** One file of a tar archive. */
function tarMember(path: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write('0000644\0', 100);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write('        ', 148);
  header.write('0ustar\0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

describe('smtx', () => {
  const read = (content: string) => readMatrix(chunked(content, 4));

  it('reads the layout of the Deep Learning Matrix Collection', async () => {
    const matrix = await read('3, 4, 4\n0 2 2 4 \n1 0 3 2\n');
    validate(matrix);
    expect(toDense(matrix)).toEqual([
      [1, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 1, 1],
    ]);
  });

  it('reads one without entries', async () => {
    expect((await read('2,2,0\n0 0 0\n\n')).nnz).toBe(0);
  });

  it.each([
    ['too few numbers', '3, 4, 4\n0 2 2 4\n1 0 3\n', 'call for 11 numbers, but the file holds 10'],
    ['pointers that end elsewhere', '2, 4, 2\n0 1 1\n1 0\n', 'from 0 to 1'],
    ['decreasing pointers', '2, 4, 2\n0 3 2\n1 0\n', 'decrease at row 1'],
    ['a column outside', '2, 4, 2\n0 1 2\n1 4\n', 'outside 2 x 4'],
    ['letters', '2, 4, 2\n0 1 2\n1 x\n', 'no digit'],
    ['a bomb', '2000000000, 4, 2\n0 1 2\n1 3\n', 'call for 2000000006 numbers'],
    ['a number beyond any index', '2, 9999999999, 2\n0 1 2\n1 3\n', 'number 2 exceeds'],
  ])('refuses %s', async (_, content, named) => {
    const error = await errorOf(() => read(content));
    expect(error).toMatchObject({ code: 'input', message: expect.stringContaining(named) });
  });
});

describe('writeMatrix', () => {
  const matrix = generate('gen:uniform:50,5,signed=1');

  it.each(['mtx', 'mtx.gz', 'npz'])('writes .%s that reads back', async (extension) => {
    const path = join(folder, `written.${extension}`);
    await writeMatrix(matrix, path);
    expect(contentHash(await readMatrix(path))).toBe(contentHash(matrix));
    const head = readFileSync(path).subarray(0, 2).toString('latin1');
    expect(head).toBe({ mtx: '%%', 'mtx.gz': '\x1f\x8b', npz: 'PK' }[extension]);
  });

  it('knows no other extension', async () => {
    const error = await errorOf(() => writeMatrix(matrix, join(folder, 'matrix.csv')));
    expect(error).toMatchObject({ code: 'usage', hint: expect.stringContaining('.npz') });
  });

  it('closes its files: a stream can be read again at once', async () => {
    const path = join(folder, 'again.mtx');
    await writeMatrix(matrix, path);
    expect((await readMatrix(createReadStream(path))).nnz).toBe(matrix.nnz);
  });
});

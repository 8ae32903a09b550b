// Good files of every format that readers know, small, each with the layers in which it can be damaged.
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { generate } from '../../dist/matrix/generators/index.js';
import { formatNpy } from '../../dist/matrix/npy.js';
import { matrixMarketText } from '../../dist/matrix/writer.js';

const text = (content) => new TextEncoder().encode(content);
const ints = (...values) => formatNpy(Int32Array.from(values));
const reals = (...values) => formatNpy(Float64Array.from(values));
const plain = (parts) => parts.content;

const uniform = generate('gen:uniform:12,3,signed=1');
const market = text([...matrixMarketText(uniform)].join(''));
const csr = {
  indptr: formatNpy(uniform.indptr),
  indices: formatNpy(uniform.indices),
  data: formatNpy(uniform.data),
  shape: ints(12, 12),
  format: formatNpy('csr'),
};

/**
 * Each: its format, its `parts` (bytes by name, each of which may be damaged by itself) and `pack`, which makes the
 * file of them.
 */
export const samples = [
  { format: 'mtx', parts: { content: market }, pack: plain },
  {
    format: 'mtx',
    parts: { content: text('%%MatrixMarket matrix coordinate pattern symmetric\n% a comment\n3 3 3\n1 1\n2 1\n3 2\n') },
    pack: plain,
  },
  {
    format: 'mtx',
    parts: { content: text('%%MatrixMarket matrix coordinate integer skew-symmetric\n4 4 3\n2 1 -7\n3 1 2\n4 3 1\n') },
    pack: plain,
  },
  {
    format: 'mtx',
    parts: { content: text('%%MatrixMarket matrix array real general\n3 2\n1\n2.5e3\n-3\n0\n.5\n6.\n') },
    pack: plain,
  },
  { format: 'mtx.gz', parts: { content: market }, pack: ({ content }) => gzipSync(content) },
  {
    format: 'tar.gz',
    parts: { companion: text('%%MatrixMarket matrix array real general\n2 1\n1\n2\n'), content: market },
    pack: ({ companion, content }) =>
      gzipSync(tar({ 'uniform/uniform_b.mtx': companion, 'uniform/uniform.mtx': content })),
  },
  {
    format: 'tar.gz',
    parts: { archive: tar({ 'uniform/README': text('hello'), 'uniform/uniform.mtx': market }) },
    pack: ({ archive }) => gzipSync(archive),
  },
  { format: 'rb', parts: { content: text(rutherfordBoeing('rua', '(8I10)', '(4D20.12)')) }, pack: plain },
  { format: 'rb', parts: { content: text(rutherfordBoeing('psa', '(16I5)', '')) }, pack: plain },
  { format: 'hb', parts: { content: text(rutherfordBoeing('RUA', '(10I8)', '(1P3E25.15E3)', true)) }, pack: plain },
  { format: 'smtx', parts: { content: text('3, 4, 4\n0 2 2 4\n1 0 3 2\n') }, pack: plain },
  { format: 'npz', parts: csr, pack: npz },
  { format: 'npz', parts: { ...csr, format: formatNpy('csc') }, pack: npz },
  {
    format: 'npz',
    parts: {
      row: ints(0, 1, 2),
      col: ints(2, 0, 1),
      data: reals(1, 2, 3),
      shape: ints(3, 3),
      format: formatNpy('coo'),
    },
    pack: npz,
  },
  {
    format: 'npz',
    parts: {
      indptr: ints(0, 1, 2),
      indices: ints(1, 0),
      data: npy('<f4', '(2, 2, 1)', Float32Array.of(1, 2, 3, 4)),
      shape: ints(4, 2),
      format: formatNpy('bsr'),
    },
    pack: npz,
  },
  {
    format: 'npz',
    parts: {
      offsets: ints(-1, 0),
      data: npy('<f8', '(2, 4)', Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
      shape: ints(4, 4),
      format: formatNpy('dia'),
    },
    pack: npz,
  },
];

function npz(parts) {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [`${name}.npy`, bytes])));
}

function npy(type, shape, elements) {
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117);
  const content = new Uint8Array(elements.buffer);
  return Uint8Array.from([0x93, ...text('NUMPY'), 1, 0, 118, 0, ...text(`${header}\n`), ...content]);
}

/** A ustar archive. */
function tar(members) {
  const blocks = [];
  for (const [path, content] of Object.entries(members)) {
    const header = new Uint8Array(512);
    const put = (at, field) => header.set(text(field), at);
    put(0, path);
    put(124, `${content.length.toString(8).padStart(11, '0')}\0`);
    put(148, '        ');
    put(156, '0ustar\0');
    put(257, 'ustar\x0000');
    header[156] = 48;
    header.fill(0, 157, 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
    blocks.push(header, content, new Uint8Array((512 - (content.length % 512)) % 512));
  }
  return Uint8Array.from(Buffer.concat([...blocks, new Uint8Array(1024)]));
}

/** The 4 x 4 lower triangle of ones and more, in fixed-width fields. A right-hand side makes a fifth header line. */
function rutherfordBoeing(type, integers, reals, rightHandSide = false) {
  const pointers = [1, 5, 8, 10, 11];
  const rows = [1, 2, 3, 4, 2, 3, 4, 3, 4, 4];
  const lines = (format, values) => {
    const [, perLine, width] = /(\d+)[IDE](\d+)/.exec(format.replace('1P', ''));
    const fields = values.map((value) => `${value}`.padStart(Number(width)));
    const count = Math.ceil(fields.length / perLine);
    return Array.from({ length: count }, (_, i) => fields.slice(i * perLine, (i + 1) * perLine).join(''));
  };
  const field = (value) => `${value}`.padStart(14);
  const body = [...lines(integers, pointers), ...lines(integers, rows)];
  if (reals)
    body.push(
      ...lines(
        reals,
        rows.map((row) => `${row}.5D-0${row}`),
      ),
    );
  return [
    `${'A matrix made for damage'.padEnd(72)}DAMAGE`,
    [body.length, 1, 2, reals ? 3 : 0, rightHandSide ? 1 : 0].map(field).join(''),
    `${type.padEnd(14)}${[4, 4, 10, 0].map(field).join('')}`,
    `${integers.padEnd(16)}${integers.padEnd(16)}${reals.padEnd(20)}`,
    ...(rightHandSide ? [`F${''.padEnd(13)}${field(1)}${field(0)}`] : []),
    ...body,
    '',
  ].join('\n');
}

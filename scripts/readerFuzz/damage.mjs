// Damage to files: of bytes anywhere, and of what texts are made of, so that it also gets past the first check.

const numbers = [
  ...[
    '0',
    '-1',
    '1',
    '2',
    '255',
    '65536',
    '67108863',
    '2147483647',
    '2147483648',
    '4294967296',
    '99999999999999999999',
  ],
  ...['1e308', '1e999', '-1e-999', '5e-324', 'nan', '-inf', '1.5-300', '0x10', '1_0', '.', '-', '+', '', '1D5', '٣'],
];
const tokens = [
  '%%MatrixMarket',
  'symmetric',
  'complex',
  'array',
  'pattern',
  '\0',
  '\r',
  '\n\n',
  '%',
  ',',
  '(1000000I1)',
];
const bytesOfNote = [0, 1, 9, 10, 13, 31, 32, 37, 44, 45, 46, 48, 49, 57, 68, 101, 127, 128, 255];

/**
 * A damaged file made of a sample, by one to four changes to one of its parts, or to the file as packed. `random` is
 * one of alphasparse's streams.
 */
export function damagedFile(samples, random) {
  const sample = pick(samples, random);
  const parts = { ...sample.parts };
  const within = random.int(4) > 0;
  if (within) {
    const name = pick(Object.keys(parts), random);
    parts[name] = damage(parts[name], samples, random);
  }
  let bytes = sample.pack(parts);
  if (!within || random.int(16) === 0) bytes = damage(bytes, samples, random);
  return { format: sample.format, bytes: Uint8Array.from(bytes) };
}

function damage(bytes, samples, random) {
  // One change alone gets furthest into a reader.
  const changes = random.int(2) ? 1 : 1 + random.int(4);
  let damaged = Uint8Array.from(bytes);
  for (let i = 0; i < changes; i++) damaged = pick(kinds, random)(damaged, random, samples);
  return damaged;
}

const kinds = [
  (bytes, random) => {
    if (bytes.length > 0) bytes[random.int(bytes.length)] = random.int(2) ? random.int(256) : pick(bytesOfNote, random);
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length > 0) bytes[random.int(bytes.length)] ^= 1 << random.int(8);
    return bytes;
  },
  /** A 32-bit number, as binary headers and arrays hold them. */
  (bytes, random) => {
    if (bytes.length < 4) return bytes;
    const value = pick([0, 1, 2 ** 16, 2 ** 26, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, random.uint32()], random);
    new DataView(bytes.buffer).setUint32(random.int(bytes.length - 3), value, random.int(4) > 0);
    return bytes;
  },
  (bytes, random) => bytes.slice(0, random.int(bytes.length + 1)),
  /** Bytes taken out. */
  (bytes, random) => {
    const at = random.int(bytes.length + 1);
    return joined(bytes.subarray(0, at), bytes.subarray(at + 1 + random.int(32)));
  },
  /** A stretch repeated up to a thousand times. */
  (bytes, random) => {
    const at = random.int(bytes.length + 1);
    const stretch = bytes.subarray(at, at + 1 + random.int(64));
    const times = 2 ** random.int(11);
    return joined(bytes.subarray(0, at), ...Array.from({ length: times }, () => stretch), bytes.subarray(at));
  },
  /** A number of a text replaced by an extreme one; the first numbers, which are sizes, more often. */
  (bytes, random) => {
    const text = latin1(bytes);
    const places = [...text.matchAll(/[-+]?[\d.]+(?:[eEdD][-+]?\d+)?/g)];
    if (places.length === 0) return bytes;
    const place = places[random.int(random.int(2) ? Math.min(6, places.length) : places.length)];
    return replaced(bytes, place.index, place[0].length, pick(numbers, random));
  },
  (bytes, random) => replaced(bytes, random.int(bytes.length + 1), 0, pick([...tokens, ...numbers], random)),
  /** Two lines change places. */
  (bytes, random) => {
    const lines = latin1(bytes).split('\n');
    const [i, j] = [random.int(lines.length), random.int(lines.length)];
    [lines[i], lines[j]] = [lines[j], lines[i]];
    return Uint8Array.from(Buffer.from(lines.join('\n'), 'latin1'));
  },
  /** The end of another file. */
  (bytes, random, samples) => {
    const other = Object.values(pick(samples, random).parts)[0];
    return joined(bytes.subarray(0, random.int(bytes.length + 1)), other.subarray(random.int(other.length + 1)));
  },
];

function pick(list, random) {
  return list[random.int(list.length)];
}

function replaced(bytes, at, length, text) {
  return joined(bytes.subarray(0, at), new TextEncoder().encode(text), bytes.subarray(at + length));
}

function joined(...pieces) {
  return Uint8Array.from(Buffer.concat(pieces));
}

function latin1(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

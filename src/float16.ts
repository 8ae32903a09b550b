const scratch = new ArrayBuffer(4);
const asFloat = new Float32Array(scratch);
const asBits = new Uint32Array(scratch);

/** The 16 bits of the IEEE half nearest to `value` (ties to even); it is narrowed to f32 first, as uploads are. */
export function halfBits(value: number): number {
  asFloat[0] = value;
  const bits = asBits[0];
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00; // 65520 and above round to infinity
  if (magnitude < 0x38800000) {
    // Below 2^-14 halves are multiples of 2^-24; adding 0.5 lets the f32 adder round to such a multiple.
    asFloat[0] = Math.abs(asFloat[0]) + 0.5;
    return sign | (asBits[0] - 0x3f000000);
  }
  const odd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + odd) >>> 13);
}

// All halves, decoded on first use: verification decodes one an entry of the matrix.
let decoded: Float32Array | undefined;

/** The value of 16 half bits. */
export function halfValue(bits: number): number {
  decoded ??= Float32Array.from({ length: 65536 }, (_, half) => decode(half));
  return decoded[bits];
}

function decode(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Narrows numbers to halves, as raw bits. */
export function toHalves(values: ArrayLike<number>): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) halves[i] = halfBits(values[i]);
  return halves;
}

/** Widens raw half bits to f32, exactly. */
export function fromHalves(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < values.length; i++) values[i] = halfValue(halves[i]);
  return values;
}

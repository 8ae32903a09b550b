const scratch = new ArrayBuffer(4);
const asFloat = new Float32Array(scratch);
const asBits = new Uint32Array(scratch);

/** The 16 bits of the bfloat16 nearest to `value` (ties to even): the upper half of an f32. It is narrowed to f32 first. */
export function bfloatBits(value: number): number {
  asFloat[0] = value;
  const bits = asBits[0];
  if ((bits & 0x7fffffff) > 0x7f800000) return ((bits >>> 16) & 0x8000) | 0x7fc0; // NaN, which rounding could make Inf
  const odd = (bits >>> 16) & 1;
  return (bits + 0x7fff + odd) >>> 16;
}

/** The value of 16 bfloat bits. */
export function bfloatValue(bits: number): number {
  asBits[0] = bits << 16;
  return asFloat[0];
}

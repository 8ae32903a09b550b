/** A seeded stream of random numbers. Equal seeds give equal streams on every machine. */
export interface Random {
  /** Uniform in [0, 1), a multiple of 2^-32. */
  next(): number;
  /** Uniform integer in [0, 2^32). */
  uint32(): number;
  /** Uniform integer in [0, n), for n up to 2^32. */
  int(n: number): number;
  /** An independent stream, fixed by this stream's seed and the label alone: draws made before do not matter. */
  fork(label: string): Random;
}

/** xoshiro128** seeded through splitmix32. `seed` may be any integer; its low 32 bits count. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const split = () => {
    state = (state + 0x9e3779b9) | 0;
    return mix32(state);
  };
  let a = split();
  let b = split();
  let c = split();
  let d = split();

  const uint32 = () => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return {
    uint32,
    next: () => uint32() / 4294967296,
    int: (n) => Math.floor((uint32() / 4294967296) * n),
    fork: (label) => createRandom(hashLabel(seed | 0, label)),
  };
}

/** A bijection on 32-bit integers in which each input bit changes about half of the output bits. */
export function mix32(value: number): number {
  let z = value | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}

function hashLabel(seed: number, label: string): number {
  let hash = mix32(seed ^ 0x5bd1e995);
  for (let i = 0; i < label.length; i++) hash = mix32(hash + label.charCodeAt(i) + 1);
  return hash;
}

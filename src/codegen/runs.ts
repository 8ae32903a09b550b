/** An array as the least element of each run of neighbours, and what the elements are above it. */
export interface Runs {
  readonly bases: Int32Array;
  readonly differences: Int32Array;
}

/** Splits an array into runs of 2^shift neighbours. */
export function splitRuns(values: Int32Array, shift: number): Runs {
  const bases = new Int32Array(Math.ceil(values.length / 2 ** shift)).fill(2 ** 31 - 1);
  for (let i = 0; i < values.length; i++) if (values[i] < bases[i >> shift]) bases[i >> shift] = values[i];
  const differences = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) differences[i] = values[i] - bases[i >> shift];
  return { bases, differences };
}

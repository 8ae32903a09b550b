import type { KernelSource } from '../../codegen/kernelSource.js';
import { numberBytes } from '../../codegen/numbers.js';
import type { CudaContext } from './context.js';
import { align, downloadVector, type KernelArguments, packArguments, toDeviceForm } from './kernelBuffers.js';

/** Several multiplications: one launch each, one wait and one copy back. */
export interface Batch {
  multiply(xs: readonly ArrayLike<number>[]): (Float32Array | Float64Array)[];
  free(): void;
}

/**
 * Prepares batches of a kernel. Their memory is taken when it is first needed and serves all later ones.
 * @param constants addresses of the arguments after x and y.
 */
export function createBatch(
  context: CudaContext,
  { rows, cols, dtype }: KernelSource,
  constants: readonly bigint[],
  enqueue: (args: KernelArguments, stream: bigint) => void,
): Batch {
  const width = numberBytes[dtype];
  const [xBytes, yBytes] = [cols, rows].map((length) => align(length * width, 256));
  let base = 0n;
  let launches: KernelArguments[] = [];

  const free = () => {
    if (base !== 0n) context.free(base);
    base = 0n;
    launches = [];
  };
  const makeRoom = (count: number) => {
    if (launches.length >= count) return;
    free();
    base = context.allocate(count * (xBytes + yBytes));
    // All y lie side by side at the start, so that one fill and one copy serve them.
    const at = (offset: number) => base + BigInt(offset);
    launches = Array.from({ length: count }, (_, i) =>
      packArguments([at(count * yBytes + i * xBytes), at(i * yBytes), ...constants]),
    );
  };
  return {
    multiply(xs) {
      makeRoom(xs.length);
      const used = launches.slice(0, xs.length);
      for (const [i, { values }] of used.entries()) context.upload(values[0], toDeviceForm(xs[i], dtype));
      context.fill(base, 0xff, xs.length * yBytes);
      for (const args of used) enqueue(args, context.stream);
      const all = downloadVector(context, base, (xs.length * yBytes) / width, dtype);
      return xs.map((_, i) => all.slice((i * yBytes) / width, (i * yBytes) / width + rows));
    },
    free,
  };
}

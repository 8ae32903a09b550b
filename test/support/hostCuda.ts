import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gridOf, type KernelSource } from '../../src/codegen/kernelSource.js';
import { numberBytes } from '../../src/codegen/numbers.js';
import { storedValues, valueTypeOf } from '../../src/codegen/storedValues.js';
import { fromHalves, toHalves } from '../../src/float16.js';

const header = fileURLToPath(new URL('hostCuda.h', import.meta.url));

/** One multiplication by a CUDA kernel. */
export interface HostRun {
  readonly kernel: KernelSource;
  readonly data: ArrayLike<number>;
  readonly x: ArrayLike<number>;
}

const elementTypes = { f64: 'double', f32: 'float', f16: 'unsigned short', bf16: 'unsigned short' } as const;

/** Whether there is a C++ compiler to play a GPU with. */
export const hasHostCuda = spawnSync('c++', ['--version']).status === 0;

/**
 * Runs CUDA kernels on the host, y poisoned by NaN, in one program. An error with the program's words where it does not
 * compile, reads out of bounds, loads misaligned or diverges at a barrier.
 */
export function runOnHost(runs: readonly HostRun[]): (Float32Array | Float64Array)[] {
  const folder = mkdtempSync(join(tmpdir(), 'alphasparse-host-'));
  const file = (name: string) => join(folder, name);
  try {
    writeFileSync(file('kernels.cpp'), programOf(runs));
    writeFileSync(file('input'), Buffer.concat(runs.flatMap(inputOf)));
    const flags = ['-std=c++17', '-O1', '-w', '-fno-strict-aliasing'];
    run('c++', [...flags, '-include', header, '-o', file('kernels'), file('kernels.cpp')]);
    run(file('kernels'), [file('input'), file('output')]);
    const output = readFileSync(file('output'));
    let at = 0;
    return runs.map(({ kernel }) => {
      const bytes = kernel.rows * numberBytes[kernel.dtype];
      const copy = new Uint8Array(output.subarray(at, at + bytes)).buffer;
      at += bytes;
      if (kernel.dtype === 'f16') return fromHalves(new Uint16Array(copy));
      return kernel.dtype === 'f64' ? new Float64Array(copy) : new Float32Array(copy);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: string[]): void {
  const { status, signal, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command}: ${signal ?? `status ${status}`}\n${stderr.slice(-2000)}`);
}

/** A namespace for each kernel, and a main function that launches one after another. */
function programOf(runs: readonly HostRun[]): string {
  // The conversions of halves are written in PTX; hostCuda.h has them in C++.
  const hostText = (source: string) =>
    source.replaceAll('extern "C" ', '').replace(/^__device__ __forceinline__ .*asm\("cvt.*$/gm, '');
  const kernels = runs.map(({ kernel }, i) => `namespace k${i} {\n${hostText(kernel.source)}\n}`);
  return `${kernels.join('\n')}
int main(int, char** arguments) {
  FILE* input = std::fopen(arguments[1], "rb");
  FILE* output = std::fopen(arguments[2], "wb");
${runs.map(launchOf).join('\n')}
  return std::fclose(output);
}
`;
}

function launchOf({ kernel }: HostRun, i: number): string {
  const { name, threads, blocks, rows, slots, indices } = kernel;
  const element = elementTypes[kernel.dtype];
  const valueElement = elementTypes[valueTypeOf(kernel)];
  const [width, height] = gridOf(blocks);
  const extra = `${slots.length > 0 ? ', values' : ''}${indices.length > 0 ? ', indices' : ''}`;
  return `{
    std::fprintf(stderr, "kernel ${i}\\n");
    auto x = host::readArray<${element}>(input);
    auto y = host::readArray<${element}>(input);
    auto values = host::readArray<${valueElement}>(input);
    auto indices = host::readArray<unsigned char>(input);
    gridDim = {${width}u, ${height}u};
    host::kernel = [=] { k${i}::${name}(x, y${extra}); };
    if (${blocks} > 0)
      for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
        for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) host::runBlock(${threads}u);
    std::fwrite(y, sizeof(*y), ${rows}, output);
  }`;
}

function inputOf({ kernel, data, x }: HostRun): Buffer[] {
  const { dtype, rows, slots, indices, clearsY } = kernel;
  const vector = (numbers: ArrayLike<number>) =>
    dtype === 'f16' ? toHalves(numbers) : dtype === 'f64' ? Float64Array.from(numbers) : Float32Array.from(numbers);
  const y = vector(new Float32Array(rows).fill(clearsY ? 0 : Number.NaN));
  const arrays = [vector(x), y, storedValues(slots, data, valueTypeOf(kernel))].map(counted);
  return [...arrays.flat(), ...counted(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength))];
}

/** The number of elements, then the elements. */
function counted(array: Float32Array | Float64Array | Uint16Array | Uint8Array): Buffer[] {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(array.length);
  return [count, Buffer.from(array.buffer, array.byteOffset, array.byteLength)];
}

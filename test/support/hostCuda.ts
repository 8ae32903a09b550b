import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gridOf, type KernelSource } from '../../src/codegen/kernelSource.js';
import { storedValues, valueTypeOf } from '../../src/codegen/storedValues.js';

const header = fileURLToPath(new URL('hostCuda.h', import.meta.url));

/** One multiplication by a CUDA kernel of f32 or f64, whose values may be stored in 16 bits. */
export interface HostRun {
  readonly kernel: KernelSource;
  readonly data: ArrayLike<number>;
  readonly x: ArrayLike<number>;
}

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
      const bytes = kernel.rows * widthOf(kernel);
      const copy = new Uint8Array(output.subarray(at, at + bytes)).buffer;
      at += bytes;
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
  // The one conversion that is written in PTX; hostCuda.h has it in C++.
  const hostText = (source: string) =>
    source.replaceAll('extern "C" ', '').replace(/^.*half_to_float\(unsigned.*$/m, '');
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
  const element = kernel.dtype === 'f64' ? 'double' : 'float';
  const valueElement = kernel.valueStorage ? 'unsigned short' : element;
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
  const Type = dtype === 'f64' ? Float64Array : Float32Array;
  const y = new Type(rows).fill(clearsY ? 0 : Number.NaN);
  const arrays = [Type.from(x), y, storedValues(slots, data, valueTypeOf(kernel))].map(counted);
  return [...arrays.flat(), ...counted(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength))];
}

/** The number of elements, then the elements. */
function counted(array: Float32Array | Float64Array | Uint16Array | Uint8Array): Buffer[] {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(array.length);
  return [count, Buffer.from(array.buffer, array.byteOffset, array.byteLength)];
}

function widthOf({ dtype }: KernelSource): number {
  return dtype === 'f64' ? 8 : 4;
}

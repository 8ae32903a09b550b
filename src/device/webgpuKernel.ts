import { type Dtype, gridOf, type KernelSource } from '../codegen/kernelSource.js';
import { numberBytes } from '../codegen/numbers.js';
import { checkValues, storedValues, valueTypeOf } from '../codegen/storedValues.js';
import { AlphaSparseError, messageOf } from '../errors.js';
import { fromHalves, toHalves } from '../float16.js';
import type { PreparedKernel } from './device.js';
import { takeTurns } from './turns.js';
import { createBatch } from './webgpuBatch.js';
import { createEncode } from './webgpuEncode.js';
import { checked, checkLimits, type OpenGpu } from './webgpuGpu.js';
import { timeLaunches } from './webgpuTiming.js';
import { compileModule } from './wgslErrors.js';

/** Compiles a WGSL kernel and uploads its format. Errors as documented on `Device.prepare`. */
export async function prepareWebgpu(
  gpu: OpenGpu,
  kernel: KernelSource,
  data: ArrayLike<number>,
): Promise<PreparedKernel> {
  const { device } = gpu;
  const { dtype, name } = kernel;
  if (kernel.language !== 'wgsl')
    throw new AlphaSparseError('runtime', `Kernel ${name} is CUDA; this device runs WGSL.`);
  if (!gpu.info.dtypes.includes(dtype)) {
    throw new AlphaSparseError('limit', `${gpu.info.name} has no ${dtype}; it has ${gpu.info.dtypes.join(', ')}.`);
  }
  const sizes = bufferSizes(kernel);
  checkLimits(kernel, sizes, gpu);
  const names = Object.keys(sizes) as BufferName[];
  const layout = device.createBindGroupLayout({
    entries: names.map((buffer) => ({
      binding: bindings[buffer],
      visibility: 4, // GPUShaderStage.COMPUTE: Dawn for Node defines no such global.
      buffer: { type: buffer === 'y' ? 'storage' : 'read-only-storage' },
    })),
  });
  const pipeline = await compile(device, layout, kernel);
  const all: GPUBuffer[] = [];
  const create = (size: number, usage: number) => {
    const buffer = device.createBuffer({ size, usage });
    all.push(buffer);
    return buffer;
  };
  let closed = false;
  const close = () => {
    closed = true;
    for (const buffer of all) buffer.destroy();
  };
  try {
    return await checked(device, `Uploading kernel ${name}`, upload);
  } catch (error) {
    close();
    throw error;
  }

  function upload(): PreparedKernel {
    const buffers = {} as Record<BufferName, GPUBuffer>;
    for (const buffer of names) buffers[buffer] = create(sizes[buffer]!, usage.storage | usage.copySrc | usage.copyDst);
    const group = device.createBindGroup({
      layout,
      entries: names.map((buffer) => ({ binding: bindings[buffer], resource: { buffer: buffers[buffer] } })),
    });
    const readback = create(sizes.y!, usage.mapRead | usage.copyDst);
    const poison = new Uint8Array(sizes.y!).fill(0xff); // a NaN in f32 and in f16
    const write = (buffer: BufferName, bytes: BufferSource & ArrayBufferView) => {
      if (bytes.byteLength > 0) device.queue.writeBuffer(buffers[buffer], 0, bytes as BufferSource);
    };
    const writeValues = (values: ArrayLike<number>) => {
      if (buffers.values) write('values', wholeWords(storedValues(kernel.slots, values, valueTypeOf(kernel))));
    };
    if (buffers.indices) write('indices', kernel.indices as Uint32Array<ArrayBuffer>);
    writeValues(data);

    const [gridX, gridY] = gridOf(kernel.blocks);
    const launch = (encoder: GPUCommandEncoder, count: number, timestampWrites?: GPUComputePassTimestampWrites) => {
      // Only a y that must be cleared each time needs a pass each time: clears stand outside of passes.
      const passes = kernel.clearsY ? count : 1;
      for (let p = 1; p <= passes; p++) {
        if (kernel.clearsY) encoder.clearBuffer(buffers.y);
        const pass = encoder.beginComputePass(p === passes && timestampWrites ? { timestampWrites } : {});
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        for (let i = 0; i < count / passes; i++) pass.dispatchWorkgroups(gridX, gridY);
        pass.end();
      }
    };
    const mustBeOpen = () => {
      if (closed) throw new AlphaSparseError('runtime', `Kernel ${name} is closed.`);
    };
    const inTurn = takeTurns(mustBeOpen);
    const constants = names
      .filter((buffer) => buffer === 'values' || buffer === 'indices')
      .map((buffer) => ({ binding: bindings[buffer], resource: { buffer: buffers[buffer] } }));
    const encodeOn = createEncode(device, kernel, { layout, pipeline, constants });
    const batch = createBatch(device, create, encodeOn, { x: sizes.x!, y: sizes.y! });
    const checkLength = (x: ArrayLike<number>) => {
      if (x.length === kernel.cols) return;
      throw new AlphaSparseError('usage', `x has ${x.length} entries; the matrix has ${kernel.cols} columns.`);
    };

    return {
      multiply: (x) =>
        inTurn(async () => {
          checkLength(x);
          const mapped = checked(device, `Running kernel ${name}`, () => {
            write('x', toDevice(x, dtype));
            device.queue.writeBuffer(buffers.y, 0, poison);
            const encoder = device.createCommandEncoder();
            launch(encoder, 1);
            encoder.copyBufferToBuffer(buffers.y, 0, readback, 0, sizes.y);
            device.queue.submit([encoder.finish()]);
            return readback.mapAsync(1); // GPUMapMode.READ
          });
          await mapped;
          const y = fromDevice(readback.getMappedRange(), kernel.rows, dtype);
          readback.unmap();
          return y;
        }),
      time: (request) => inTurn(() => timeLaunches(gpu, launch, request)),
      multiplyMany: (xs) =>
        inTurn(async () => {
          for (const x of xs) checkLength(x);
          const inputs = xs.map((x) => toDevice(x, dtype));
          const results = await checked(device, `Running kernel ${name}`, () => batch(inputs));
          return results.map((bytes) => fromDevice(bytes, kernel.rows, dtype));
        }),
      encode(pass, xBuffer, yBuffer) {
        mustBeOpen();
        encodeOn(pass, xBuffer, yBuffer);
      },
      updateValues(values) {
        mustBeOpen();
        checkValues(kernel, values);
        writeValues(values);
      },
      close,
    };
  }
}

const bindings = { x: 0, y: 1, values: 2, indices: 3 } as const;
type BufferName = keyof typeof bindings;
type Sizes = Partial<Record<BufferName, number>>;

// GPUBufferUsage, which Dawn for Node does not put into the global scope.
const usage = { mapRead: 0x1, copySrc: 0x4, copyDst: 0x8, storage: 0x80 };

/** Bytes of each buffer: whole 16-byte words, so that vector loads reach the last entry, and never none. */
function bufferSizes(kernel: KernelSource): Sizes {
  const width = numberBytes[kernel.dtype];
  const bytes = (size: number) => Math.max(16, Math.ceil(size / 16) * 16);
  return {
    x: bytes(kernel.cols * width),
    y: bytes(kernel.rows * width),
    ...(kernel.slots.length > 0 && { values: bytes(kernel.slots.length * numberBytes[valueTypeOf(kernel)]) }),
    ...(kernel.indices.length > 0 && { indices: bytes(kernel.indices.byteLength) }),
  };
}

async function compile(device: GPUDevice, layout: GPUBindGroupLayout, kernel: KernelSource) {
  const { module, errors } = await compileModule(device, kernel.source);
  if (errors.length > 0) throw compileError(kernel.name, errors.join('\n'));
  try {
    return await device.createComputePipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module, entryPoint: kernel.name },
    });
  } catch (cause) {
    throw compileError(kernel.name, messageOf(cause));
  }
}

function compileError(name: string, log: string): AlphaSparseError {
  return new AlphaSparseError('compile', `Kernel ${name} does not compile:\n${log}`);
}

type Uploadable = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** Numbers as the device stores them, in whole 32-bit words. */
function toDevice(values: ArrayLike<number>, dtype: Dtype): Uploadable {
  if (dtype === 'f16') return wholeWords(toHalves(values));
  return wholeWords(values instanceof Float32Array ? values : Float32Array.from(values));
}

/** WebGPU writes whole words: one more element where 16-bit ones are odd in number. */
function wholeWords(values: Float32Array | Float64Array | Uint16Array): Uploadable {
  if (!(values instanceof Uint16Array) || values.length % 2 === 0) return values as Uploadable;
  const even = new Uint16Array(values.length + 1);
  even.set(values);
  return even;
}

function fromDevice(bytes: ArrayBuffer, length: number, dtype: Dtype): Float32Array {
  return dtype === 'f16' ? fromHalves(new Uint16Array(bytes, 0, length)) : new Float32Array(bytes, 0, length).slice();
}

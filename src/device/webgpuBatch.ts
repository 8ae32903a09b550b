import type { Encode } from './webgpuEncode.js';

/** Multiplies several vectors, given as the device stores them; returns each y. Calls must not overlap. */
export type Batch = (inputs: readonly ArrayBufferView[]) => Promise<ArrayBuffer[]>;

// GPUBufferUsage, which Dawn for Node does not put into the global scope.
const usage = { x: 0x88, y: 0x8c, readback: 0x9 } as const;

/**
 * Several multiplications as one launch each in one pass: one submission, one copy back, one wait. Buffers are made by
 * `create` when a batch first needs them and serve all later ones. `spans` are the bytes of one x and one y.
 */
export function createBatch(
  device: GPUDevice,
  create: (size: number, usage: number) => GPUBuffer,
  encode: Encode,
  spans: { readonly x: number; readonly y: number },
): Batch {
  const vectors: { readonly x: GPUBuffer; readonly y: GPUBuffer }[] = [];
  const poison = new Uint8Array(spans.y).fill(0xff); // NaN, so that an unwritten row shows
  // All of a batch comes back in one buffer, as far as the device has such large ones.
  const most = Math.max(1, Math.floor(device.limits.maxBufferSize / spans.y));
  let readback: GPUBuffer | undefined;

  const readbackFor = (count: number): GPUBuffer => {
    if (readback && readback.size >= count * spans.y) return readback;
    readback?.destroy();
    readback = create(count * spans.y, usage.readback);
    return readback;
  };
  const submit = async (inputs: readonly ArrayBufferView[]): Promise<ArrayBuffer[]> => {
    const results = readbackFor(inputs.length);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const [i, input] of inputs.entries()) {
      vectors[i] ??= { x: create(spans.x, usage.x), y: create(spans.y, usage.y) };
      const { x, y } = vectors[i];
      if (input.byteLength > 0) device.queue.writeBuffer(x, 0, input as BufferSource & ArrayBufferView);
      device.queue.writeBuffer(y, 0, poison);
      encode(pass, x, y);
    }
    pass.end();
    for (const i of inputs.keys()) encoder.copyBufferToBuffer(vectors[i].y, 0, results, i * spans.y, spans.y);
    device.queue.submit([encoder.finish()]);
    await results.mapAsync(1); // GPUMapMode.READ
    const ys = inputs.map((_, i) => results.getMappedRange(i * spans.y, spans.y).slice(0));
    results.unmap();
    return ys;
  };
  return async (inputs) => {
    const ys: ArrayBuffer[] = [];
    for (let i = 0; i < inputs.length; i += most) ys.push(...(await submit(inputs.slice(i, i + most))));
    return ys;
  };
}

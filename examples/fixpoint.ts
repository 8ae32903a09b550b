import type { TunedKernel } from 'alphasparse';

/** One step of an iteration: y = A from, then the vector `to` becomes `next`, computed entry by entry from y. */
export interface Step {
  readonly kernel: Pick<TunedKernel, 'encode'>;
  readonly from: GPUBuffer;
  readonly to: GPUBuffer;
  /** WGSL in terms of y[i]: what is summed over all i into `whole` first. */
  readonly measure: string;
  /** WGSL in terms of y[i], v[i] and `whole`: the new entry i. */
  readonly next: string;
}

export interface Fixpoint {
  readonly iterations: number;
  /** Sum of |changes| of the last step in the last iteration. */
  readonly change: number;
}

const threads = 256;
/** Iterations between two looks at the change: each look waits for the device. */
const batch = 8;

/** A vector on the device, with numbers in it. */
export function vector(gpu: GPUDevice, numbers: Float32Array<ArrayBuffer>): GPUBuffer {
  const buffer = gpu.createBuffer({ size: Math.max(numbers.byteLength, 4), usage: 0x8c }); // STORAGE, COPY_SRC, COPY_DST
  gpu.queue.writeBuffer(buffer, 0, numbers);
  return buffer;
}

export async function download(gpu: GPUDevice, buffer: GPUBuffer): Promise<Float32Array> {
  const readback = gpu.createBuffer({ size: buffer.size, usage: 0x9 }); // MAP_READ, COPY_DST
  const encoder = gpu.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, readback, 0, buffer.size);
  gpu.queue.submit([encoder.finish()]);
  await readback.mapAsync(1);
  const numbers = new Float32Array(readback.getMappedRange().slice(0));
  readback.destroy();
  return numbers;
}

/**
 * Repeats the steps on the device until the last one changes its vector by at most `tolerance` in all. The vectors stay
 * on the device; only the change comes back, once in a while. Throws when `most` iterations do not suffice.
 */
export async function iterate(
  gpu: GPUDevice,
  n: number,
  steps: readonly Step[],
  v: GPUBuffer,
  { tolerance, most = 1000 }: { tolerance: number; most?: number },
): Promise<Fixpoint> {
  const y = vector(gpu, new Float32Array(n));
  const change = vector(gpu, new Float32Array(1));
  const updates = steps.map((step) => createUpdate(gpu, n, step, [y, step.to, v, change]));
  for (let iterations = batch; iterations <= most; iterations += batch) {
    const encoder = gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (let i = 0; i < batch; i++) {
      for (const [s, { kernel, from }] of steps.entries()) {
        kernel.encode(pass, from, y);
        updates[s](pass);
      }
    }
    pass.end();
    gpu.queue.submit([encoder.finish()]);
    const [moved] = await download(gpu, change);
    if (moved <= tolerance) return { iterations, change: moved };
  }
  throw new Error(`no convergence to ${tolerance} in ${most} iterations`);
}

/** One workgroup does the vector work: at these sizes a launch costs more than the work. */
function createUpdate(gpu: GPUDevice, n: number, { measure, next }: Step, buffers: readonly GPUBuffer[]) {
  const code = `
@group(0) @binding(0) var<storage, read> y: array<f32>;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read_write> change: array<f32>;
var<workgroup> sums: array<f32, ${threads}>;
fn total(lane: u32, value: f32) -> f32 {
  sums[lane] = value;
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { sums[lane] += sums[lane + half]; }
  }
  return workgroupUniformLoad(&sums[0]);
}
@compute @workgroup_size(${threads})
fn update(@builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < ${n}u; i += ${threads}u) { sum += ${measure}; }
  let whole = total(lane, sum);
  var moved = 0.0;
  for (var i = lane; i < ${n}u; i += ${threads}u) {
    let next = ${next};
    moved += abs(next - x[i]);
    x[i] = next;
  }
  let all = total(lane, moved);
  if (lane == 0u) { change[0] = all; }
}`;
  const types = ['read-only-storage', 'storage', 'read-only-storage', 'storage'] as const;
  const layout = gpu.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: 4, buffer: { type } })),
  });
  const pipeline = gpu.createComputePipeline({
    layout: gpu.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: gpu.createShaderModule({ code }), entryPoint: 'update' },
  });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.createBindGroup({ layout, entries });
  return (pass: GPUComputePassEncoder) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(1);
  };
}

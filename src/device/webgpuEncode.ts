import { gridOf, type KernelSource } from '../codegen/kernelSource.js';
import { AlphaSparseError } from '../errors.js';

/** Adds y = A x, on buffers of the caller, to a compute pass. */
export type Encode = (pass: GPUComputePassEncoder, xBuffer: GPUBuffer, yBuffer: GPUBuffer) => void;

/** A compiled kernel and what it binds besides x and y. */
export interface Pipeline {
  readonly layout: GPUBindGroupLayout;
  readonly pipeline: GPUComputePipeline;
  readonly constants: readonly GPUBindGroupEntry[];
}

// A pass cannot hold `clearBuffer`, so where y must start at zero a kernel of its own clears it.
const clearThreads = 256;
const clearSource = `
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(${clearThreads})
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * ${clearThreads}u + id.x;
  if (i < arrayLength(&y)) { y[i] = 0u; }
}`;

/**
 * What `PreparedKernel.encode` does. Bind groups are kept by their buffers, so that a loop over the same vectors makes
 * each once. It throws 'usage' for a buffer that is too small or is both x and y.
 */
export function createEncode(
  device: GPUDevice,
  kernel: KernelSource,
  { layout, pipeline, constants }: Pipeline,
): Encode {
  const width = kernel.dtype === 'f16' ? 2 : 4;
  const words = (length: number) => Math.max(4, Math.ceil((length * width) / 4) * 4);
  const [xBytes, yBytes] = [words(kernel.cols), words(kernel.rows)];
  const [gridX, gridY] = gridOf(kernel.blocks);
  const [clearX, clearY] = gridOf(Math.ceil(yBytes / 4 / clearThreads));
  const groups = new WeakMap<GPUBuffer, WeakMap<GPUBuffer, GPUBindGroup>>();
  const clearGroups = new WeakMap<GPUBuffer, GPUBindGroup>();
  let clearing: GPUComputePipeline | undefined;

  const clear = (pass: GPUComputePassEncoder, yBuffer: GPUBuffer) => {
    clearing ??= device.createComputePipeline({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code: clearSource }), entryPoint: 'clear' },
    });
    const entries = [{ binding: 0, resource: { buffer: yBuffer, size: yBytes } }];
    const group =
      clearGroups.get(yBuffer) ?? device.createBindGroup({ layout: clearing.getBindGroupLayout(0), entries });
    clearGroups.set(yBuffer, group);
    pass.setPipeline(clearing);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(clearX, clearY);
  };
  const groupOf = (xBuffer: GPUBuffer, yBuffer: GPUBuffer): GPUBindGroup => {
    const ofX = groups.get(xBuffer) ?? new WeakMap<GPUBuffer, GPUBindGroup>();
    groups.set(xBuffer, ofX);
    const entries = [
      { binding: 0, resource: { buffer: xBuffer, size: xBytes } },
      { binding: 1, resource: { buffer: yBuffer, size: yBytes } },
      ...constants,
    ];
    const group = ofX.get(yBuffer) ?? device.createBindGroup({ layout, entries });
    ofX.set(yBuffer, group);
    return group;
  };

  return (pass, xBuffer, yBuffer) => {
    mustHold('x', xBuffer, xBytes);
    mustHold('y', yBuffer, yBytes);
    if (xBuffer === yBuffer) throw new AlphaSparseError('usage', 'x and y are the same buffer');
    if (kernel.clearsY) clear(pass, yBuffer);
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, groupOf(xBuffer, yBuffer));
    pass.dispatchWorkgroups(gridX, gridY);
  };
}

function mustHold(name: string, buffer: GPUBuffer, bytes: number): void {
  if (buffer.size >= bytes) return;
  throw new AlphaSparseError('usage', `the buffer of ${name} has ${buffer.size} bytes; it must have at least ${bytes}`);
}

import { create } from 'webgpu';

// Dawn crashes when a GPU object is collected while anything made from it lives, so each stays for the whole process.
const instances: GPU[] = [];

/** A `navigator.gpu` of Dawn for Node, started with the given Dawn flags. Each call starts one more. */
export function startDawn(flags: readonly string[]): GPU {
  const gpu = create([...flags]);
  instances.push(gpu);
  return gpu;
}

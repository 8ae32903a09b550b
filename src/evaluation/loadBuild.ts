import type { Build } from './inProcess.js';

/** The function that makes kernels: ours, or the `buildKernel` of another module (tests). */
export async function loadBuild(module?: string): Promise<Build> {
  const loaded = module === undefined ? await import('../codegen/build.js') : await import(module);
  return (loaded as { buildKernel: Build }).buildKernel;
}

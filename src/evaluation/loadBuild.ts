import type { Build } from './inProcess.js';
import { kernelKey } from './kernelKey.js';

/** The function that makes kernels, with their identity: ours, or the `buildKernel` of another module (tests). */
export async function loadBuild(module?: string): Promise<Build> {
  const loaded = module === undefined ? await import('../codegen/build.js') : await import(module);
  const { buildKernel } = loaded as { buildKernel: Build };
  return (...args) => {
    const result = buildKernel(...args);
    return 'kernel' in result ? { ...result, key: kernelKey(result.kernel) } : result;
  };
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Compiles a CUDA source to a cubin for Hopper, without linking and without a GPU. 'skipped' where there is no nvcc.
 * `log` holds the compiler's words; with `resources` also the registers, shared memory and spills of each kernel.
 */
export function nvccCheck(source: string, { resources = false } = {}): { ok: boolean; log: string } | 'skipped' {
  const folder = mkdtempSync(join(tmpdir(), 'alphasparse-nvcc-'));
  try {
    const file = join(folder, 'kernel.cu');
    writeFileSync(file, source);
    const options = ['-cubin', '-arch=sm_90', '-std=c++17', ...(resources ? ['--resource-usage'] : [])];
    const run = spawnSync('nvcc', [...options, '-o', join(folder, 'kernel.cubin'), file], { encoding: 'utf8' });
    if (run.error) return 'skipped';
    return { ok: run.status === 0, log: `${run.stdout}${run.stderr}`.replaceAll(folder, '').trim() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/device/cacheFolder.js';
import { softwareDriver, withSoftwareDriver } from '../../src/device/softwareAdapter.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alphasparse-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the software driver', () => {
  it('unpacks once, leaves no drafts, and mends a file of the wrong size', async () => {
    // Two at once: both must end with a whole folder.
    const [driver] = await Promise.all([softwareDriver(folder), softwareDriver(folder)]);
    expect((await readdir(folder)).length).toBe(1);
    const manifest = JSON.parse(await readFile(driver.manifest, 'utf8')) as { ICD: { library_path: string } };
    const library = join(dirname(driver.manifest), manifest.ICD.library_path);
    const { size, mtimeMs } = await stat(library);
    expect(size).toBeGreaterThan(1e6);
    await softwareDriver(folder);
    expect((await stat(library)).mtimeMs).toBe(mtimeMs);
    await truncate(library, 10);
    await softwareDriver(folder);
    expect((await stat(library)).size).toBe(size);
  });

  it('puts the environment back, also after an error', async () => {
    const driver = await softwareDriver(folder);
    const before = process.env.VK_DRIVER_FILES;
    const seen = withSoftwareDriver(driver, async () => {
      expect(process.env.VK_DRIVER_FILES).toBe(driver.manifest);
      throw new Error('stop');
    });
    await expect(seen).rejects.toThrow('stop');
    expect(process.env.VK_DRIVER_FILES).toBe(before);
  });
});

describe('cacheFolder', () => {
  it('follows the environment', () => {
    expect(cacheFolder({ ALPHASPARSE_CACHE_DIR: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
    expect(cacheFolder({ XDG_CACHE_HOME: '/b' })).toBe(join('/b', 'alphasparse'));
    expect(cacheFolder({})).toMatch(/\.cache.alphasparse$/);
  });
});

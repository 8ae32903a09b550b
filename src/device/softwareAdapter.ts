import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import koffi from 'koffi';
import { AlphaSparseError, messageOf } from '../errors.js';
import { cacheFolder } from './cacheFolder.js';

/** SwiftShader, a Vulkan driver that computes on the CPU, as files on disk. */
export interface SoftwareDriver {
  /** The Vulkan loader, which Dawn opens by its short name. */
  readonly loader: string;
  /** The driver's manifest, for `VK_DRIVER_FILES`. */
  readonly manifest: string;
}

const loaderFile = 'libvulkan.so.1';
const manifestFile = 'vk_swiftshader_icd.json';
const driverFiles = [loaderFile, manifestFile, 'libvk_swiftshader.so'];
const sizesFile = 'sizes.json';

/**
 * Unpacks SwiftShader from the optional package `@sparticuz/chromium` into the cache folder, once a package version.
 * Throws AlphaSparseError 'no-device' when the package is not installed or holds no driver for this platform.
 */
export async function softwareDriver(folder = cacheFolder()): Promise<SoftwareDriver> {
  const { root, version } = await findPackage();
  const target = join(folder, `swiftshader-${version}`);
  if (!(await isWhole(target))) await unpack(join(root, 'bin', 'swiftshader.tar.br'), target);
  return { loader: join(target, loaderFile), manifest: join(target, manifestFile) };
}

/**
 * Runs `request` while this process's Vulkan loader sees SwiftShader only. The loader reads the environment when Dawn
 * first asks for an adapter, so `request` must start its own Dawn. The environment is put back afterwards.
 */
export async function withSoftwareDriver<T>(driver: SoftwareDriver, request: () => Promise<T>): Promise<T> {
  // A library already open answers later look-ups by its short name, so no system loader is needed.
  koffi.load(driver.loader);
  const before = process.env.VK_DRIVER_FILES;
  process.env.VK_DRIVER_FILES = driver.manifest;
  try {
    return await request();
  } finally {
    if (before === undefined) delete process.env.VK_DRIVER_FILES;
    else process.env.VK_DRIVER_FILES = before;
  }
}

/** The error for a machine without any device, naming every way to get one. */
export function noDevice(reason: string): AlphaSparseError {
  return new AlphaSparseError(
    'no-device',
    reason,
    'Install a Vulkan, Metal or Direct3D 12 driver for your GPU, install an NVIDIA driver for --target cuda, ' +
      'or get the software device on Linux x64 with: npm install @sparticuz/chromium',
  );
}

async function findPackage(): Promise<{ root: string; version: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw noDevice(`The software device runs on linux x64 only; this is ${process.platform} ${process.arch}.`);
  }
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  } catch (cause) {
    throw noDevice(`No WebGPU adapter, and the software device is not installed (${messageOf(cause).split('\n')[0]}).`);
  }
  while (!existsSync(join(folder, 'bin', 'swiftshader.tar.br'))) {
    if (dirname(folder) === folder) throw noDevice('This version of @sparticuz/chromium holds no SwiftShader.');
    folder = dirname(folder);
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { root: folder, version };
}

/** True when every file has the size noted when it was unpacked. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    const sizes = JSON.parse(await readFile(join(folder, sizesFile), 'utf8')) as Record<string, number>;
    for (const name of driverFiles) {
      if ((await stat(join(folder, name))).size !== sizes[name]) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Unpacks beside the target and renames, so that other processes see all files or none. */
async function unpack(archive: string, target: string): Promise<void> {
  const files = untar(await promisify(brotliDecompress)(await readFile(archive)));
  const draft = `${target}.${process.pid}-${randomUUID().slice(0, 8)}`;
  const sizes: Record<string, number> = {};
  try {
    await mkdir(draft, { recursive: true });
    for (const name of driverFiles) {
      const bytes = files.get(name);
      if (!bytes) throw noDevice(`${archive} holds no ${name}.`);
      sizes[name] = bytes.length;
      await writeFile(join(draft, name), bytes, { mode: 0o755 });
    }
    await writeFile(join(draft, sizesFile), JSON.stringify(sizes));
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have put its own copy there first.
    if (!(await isWhole(target))) throw error;
  }
}

/** The regular files of a tar archive by name (512-byte headers: name at 0, octal size at 124, type at 156). */
function untar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const text = (start: number, length: number) =>
    archive
      .toString('latin1', start, start + length)
      .split('\0', 1)[0]
      .trim();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const type = archive[at + 156];
    if (type === 0 || type === 0x30) {
      files.set(text(at, 100).replace(/^\.\//, ''), archive.subarray(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

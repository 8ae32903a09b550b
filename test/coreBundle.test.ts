import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKernel, generate, seeds } from '../src/core.js';
import { browserPath, withPage } from './support/browser.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a kernel from a generated matrix and a graph, and says what came of it. */
const program = `
import { buildKernel, generate, seeds } from ${JSON.stringify(resolve('src/core.ts'))};
const target = { language: 'wgsl', subgroupSize: 0, maxThreads: 256, maxSharedBytes: 16384, maxBindingBytes: 2 ** 27, parallelBlocks: 4 };
const { graph } = seeds.find(({ name }) => name === 'merge');
export const { kernel } = buildKernel(generate('gen:stencil5:20'), graph, { dtype: 'f32', target });
globalThis.kernelSource = kernel.source;
`;

it('the core entry bundles for browsers without anything of Node', async () => {
  writeFileSync(join(folder, 'program.js'), program);
  const warnings: string[] = [];
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      write: true,
      outDir: 'dist',
      target: 'es2022',
      modulePreload: false,
      lib: { entry: join(folder, 'program.js'), formats: ['es'], fileName: () => 'bundle.js' },
      rollupOptions: { onwarn: ({ message }) => void warnings.push(message) },
    },
  });
  const [{ output }] = result as { output: { imports?: string[]; dynamicImports?: string[]; code?: string }[] }[];
  expect(output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])).toEqual([]);
  const suspicious = output.flatMap(
    ({ code = '' }) => code.match(/.{0,60}(?:browser-external|["']node:).{0,60}/g) ?? [],
  );
  expect(suspicious).toEqual([]);
  expect(warnings.filter((message) => message.includes('externalized'))).toEqual([]);
});

if (!browserPath) console.log('skip: no Chromium for the bundle');

describe.skipIf(!browserPath)('the bundle in Chromium', () => {
  it('makes the same WGSL as in Node, and it compiles there', async () => {
    const target = {
      language: 'wgsl',
      subgroupSize: 0,
      maxThreads: 256,
      maxSharedBytes: 16384,
      maxBindingBytes: 2 ** 27,
      parallelBlocks: 4,
    } as const;
    const { graph } = seeds.find(({ name }) => name === 'merge')!;
    const built = buildKernel(generate('gen:stencil5:20'), graph, { dtype: 'f32', target });
    if ('refused' in built) throw new Error(built.refused);
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="dist/bundle.js"></script>');
    const [source, problems] = await withPage(folder, 'index.html', async (page) => {
      await page.waitForFunction(() => 'kernelSource' in globalThis);
      return page.evaluate(async () => {
        const code = (globalThis as unknown as { kernelSource: string }).kernelSource;
        const device = await (await navigator.gpu.requestAdapter())!.requestDevice();
        const info = await device.createShaderModule({ code }).getCompilationInfo();
        return [code, info.messages.map(({ message }) => message)] as const;
      });
    });
    expect(source).toBe(built.kernel.source);
    expect(problems).toEqual([]);
  });
});

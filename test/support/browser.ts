import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The Chromium of this machine, or undefined. `CHROMIUM` may name another one. */
export const browserPath = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']
  .filter((name) => name !== undefined && name !== '')
  .find((name) => spawnSync(name!, ['--version']).status === 0);

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGPU on SwiftShader, which Chromium otherwise refuses to offer.
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Headless Chromium; only where `browserPath` is known. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: which(browserPath!), args: flags });
}

/** Serves a folder on 127.0.0.1, opens a page of it in headless Chromium, and hands it over; all is closed afterwards. */
export async function withPage<T>(folder: string, path: string, use: (page: Page) => Promise<T>): Promise<T> {
  const server = createServer(async (request, response) => {
    const file = join(folder, normalize(decodeURIComponent((request.url ?? '/').split('?')[0])));
    if (!(await stat(file).catch(() => undefined))?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 560 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
    return await use(page);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

function which(name: string): string {
  return name.includes('/') ? name : spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
}

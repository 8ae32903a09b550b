// A kernel as a page that multiplies in the browser. node examples/dist/browserPage.js [matrix] [trials] [folder]
// Without a folder the page is served on 127.0.0.1 until Ctrl-C.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMatrix, tune } from 'alphasparse';

const [file = 'matrices/wiki-Vote.mtx.gz', trials = '20', folder] = process.argv.slice(2);
const target = folder ?? fileURLToPath(new URL('page', import.meta.url));
const kernel = await tune(await readMatrix(file), { target: 'webgpu', trials: Number(trials) });
try {
  const files = await kernel.export(target, { page: true });
  console.log(`${kernel.report.matrix.name}: ${files.length} files, among them ${join(target, 'index.html')}`);
} finally {
  await kernel.close();
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
if (folder === undefined) {
  const server = createServer(async (request, response) => {
    const name = basename((request.url ?? '').split('?')[0]) || 'index.html';
    const content = await readFile(join(target, name)).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
    response.end(content);
  });
  server.listen(8000, '127.0.0.1', () => console.log('open http://127.0.0.1:8000'));
}

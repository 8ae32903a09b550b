// `npm run check:package`: what would be published. publint and attw look at the packed file; then it is installed in an
// empty folder, where its command, its library and its types must work. `--keep` leaves that folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'alphasparse-package-'));
const app = join(folder, 'app');
// The software device is an optional peer: a user without a GPU installs it too.
const peer = `@sparticuz/chromium@${devDependencies['@sparticuz/chromium']}`;
const alphasparse = join(app, 'node_modules/alphasparse/dist/cli/main.js');
const spec = 'gen:stencil5:10';

const use = `import { readMatrix, tune } from 'alphasparse';
import { type CsrMatrix, multiply } from 'alphasparse/core';

const A: CsrMatrix = await readMatrix('${spec}');
const kernel = await tune(A, { device: 'software', trials: 1, cache: false });
const x = new Float64Array(A.cols).fill(1);
const y: Float32Array | Float64Array = await kernel.multiply(x);
const worst = Math.max(...multiply(A, x).map((value, i) => Math.abs(value - y[i])));
await kernel.close();
console.log(worst < 1e-5 ? 'right' : 'wrong by ' + worst);
process.exit(0);
`;
const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  skipLibCheck: false,
};

try {
  step('npm pack', () => npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder));
  const tarball = join(folder, `alphasparse-${version}.tgz`);
  step('publint', () => tool('publint/src/cli.js', 'run', tarball, '--strict'));
  step('attw', () => tool('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only', '--no-emoji'));
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
  step('npm install', () =>
    npm(app, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, peer),
  );
  step('alphasparse --version', () => expected(node(alphasparse, '--version').trim(), version));
  step('alphasparse tune', () => {
    const args = ['tune', spec, '--device', 'software', '--trials', '3', '--no-cache', '--quiet', '--json'];
    const { matrix, trials } = JSON.parse(node(alphasparse, ...args));
    expected(`${matrix.rows} rows, ${trials.ok} ok`, '100 rows, 3 ok');
  });
  writeFileSync(join(app, 'use.ts'), use);
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  step('types', () => tool('typescript/bin/tsc', '-p', app));
  step('library', () => expected(node('use.js').trim(), 'right'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (process.argv.includes('--keep')) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

function step(name, action) {
  const start = Date.now();
  try {
    action();
  } catch (error) {
    throw new Error(`package: ${name} FAILED\n${error.message}`);
  }
  console.log(`package: ${name} ok (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}

function npm(cwd, ...args) {
  // Under `npm run`, npm says where it is itself; that also works where npm is a .cmd file.
  const path = process.env.npm_execpath;
  return path ? run(process.execPath, [path, ...args], cwd) : run('npm', args, cwd);
}

function tool(path, ...args) {
  return run(process.execPath, [join(root, 'node_modules', path), ...args], root);
}

function node(...args) {
  return run(process.execPath, args, app);
}

/** The standard output of a command that must succeed. */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

function expected(found, wanted) {
  if (found !== wanted) throw new Error(`'${found}' instead of '${wanted}'`);
}

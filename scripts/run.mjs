// What `npm start`, `npm test`, `npm run build` and `npm run check` do. Plain Node: it must run before any install.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embedTemplates } from './embedTemplates.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const demoMatrix = 'matrices/memplus.mtx.gz';
const longestFile = 500;
const tasks = { start, test, build: () => {}, check };

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(tasks, name ?? '')) fail(`run one of: ${Object.keys(tasks).join(', ')}`, 2);
install();
embedTemplates();
// The check compiles by itself and reports type errors with its other findings.
if (name !== 'check') build();
tasks[name](args);

/** Installs the dependencies unless node_modules was written after the lock file. */
function install() {
  const installed = modifiedAt('node_modules/.package-lock.json');
  const wanted = Math.max(modifiedAt('package-lock.json'), existsSync('package-lock.json') ? 0 : 1);
  if (installed >= wanted) return;
  const command = existsSync('package-lock.json') ? 'ci' : 'install';
  note(`installing dependencies (npm ${command})`);
  const npmArgs = [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm run`, npm says where it is itself; that also works where npm is a .cmd file.
  const npm = process.env.npm_execpath;
  const status = npm ? runQuiet(process.execPath, [npm, ...npmArgs]) : runQuiet('npm', npmArgs);
  if (status !== 0) fail('the installation failed; see above', status);
}

/** Compiles src/ into dist/ unless nothing in src/ changed since the last time. */
function build() {
  const sources = listFiles('src');
  const hash = createHash('sha256');
  for (const file of [...sources, 'tsconfig.json', 'package-lock.json']) hash.update(`${file} ${modifiedAt(file)}\n`);
  const fingerprint = hash.digest('hex');
  const stamp = 'dist/.built';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  note('building');
  if (runTool('typescript/bin/tsc', ['-p', '.']) !== 0) fail('the build failed; see above', 1);
  removeOrphans(new Set(sources));
  mkdirSync('dist', { recursive: true });
  // npx makes it so at its first run alone: a folder that is cloned or built anew would be denied.
  chmodSync('dist/cli/main.js', 0o755);
  writeFileSync(stamp, fingerprint);
}

/** Deletes outputs whose source is gone, so that they are not packed. */
function removeOrphans(sources) {
  for (const file of listFiles('dist')) {
    const source = file.replace(/^dist/, 'src').replace(/(\.d\.ts|\.js)$/, '.ts');
    if (source.endsWith('.ts') && !sources.has(source)) rmSync(file);
  }
}

/** Tunes a bundled matrix, or the one named first. Further options go to `alphasparse tune`. */
function start(args) {
  const named = args.length > 0 && !args[0].startsWith('-');
  const matrix = named ? args.shift() : demoMatrix;
  const status = run(process.execPath, [
    'dist/cli/main.js',
    'tune',
    matrix,
    '--budget',
    '60s',
    '--out',
    'out',
    ...args,
  ]);
  process.exit(status);
}

/** Runs the tests and ends with one line that says how many passed. */
function test(args) {
  const folder = 'node_modules/.cache/alphasparse';
  const reportFile = join(folder, `tests-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const status = runTool('vitest/vitest.mjs', ['run', ...reporters, ...args]);
  if (!existsSync(reportFile)) {
    console.log('0 passed, 1 failed');
    process.exit(status || 1);
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  rmSync(reportFile);
  const passed = report.numPassedTests;
  // A file that fails to load holds no test, yet must count.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  let failed = report.numFailedTests + broken.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  // An error outside any test, such as a late rejection, shows only in vitest's exit status.
  if (failed === 0 && (status !== 0 || passed === 0)) failed = 1;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Types (tests included), lint, format, cycles, API documentation, length of files. Runs all, then fails if one did. */
function check() {
  const types = runTool('typescript/bin/tsc', ['-p', 'test']) === 0;
  const lint = runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']) === 0;
  // A type that the public API names and does not export is seen here alone.
  const documented = runTool('typedoc/bin/typedoc', ['--emit', 'none', '--logLevel', 'Warn']) === 0;
  const long = listFiles('src')
    .filter((file) => file !== 'src/codegen/templateSources.ts')
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > longestFile);
  for (const { file, lines } of long) console.error(`${file}: ${lines} lines, more than ${longestFile}`);
  if (!types || !lint || !documented || long.length > 0) process.exit(1);
  note('types, lint, format, import cycles, API documentation and file lengths are in order');
}

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).replaceAll('\\', '/'))
    .sort();
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function runTool(path, args) {
  return run(process.execPath, [join('node_modules', path), ...args]);
}

function run(command, args, stdio = 'inherit') {
  // Ctrl-C reaches the child as well, which decides what to do; this process waits for it.
  process.on('SIGINT', () => {});
  const result = spawnSync(command, args, { stdio });
  if (result.error) fail(result.error.message, 1);
  return result.status ?? (result.signal === 'SIGINT' ? 130 : 1);
}

/** Runs with the child's output on stderr, so that stdout holds only what the task prints. */
function runQuiet(command, args) {
  return run(command, args, ['inherit', 2, 2]);
}

function note(text) {
  console.error(`alphasparse: ${text}`);
}

function fail(message, status) {
  console.error(`error: ${message}`);
  process.exit(status);
}

// `npm run examples`: compiles examples/ against the built package and runs each with few trials. Arguments: names.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const trials = '4';
const examples = {
  conjugateGradient: ['matrices/bcsstk16.mtx.gz', trials],
  pageRank: ['matrices/wiki-Vote.mtx.gz', trials],
  hits: ['matrices/wiki-Vote.mtx.gz', trials],
  randomWalk: ['matrices/wiki-Vote.mtx.gz', trials],
  browserPage: ['matrices/wiki-Vote.mtx.gz', trials, 'examples/dist/page'],
};

const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(examples);
const unknown = names.find((name) => !Object.hasOwn(examples, name));
if (unknown) {
  console.error(`error: no example ${unknown}; there are: ${Object.keys(examples).join(', ')}`);
  process.exit(2);
}
if (run(['node_modules/typescript/bin/tsc', '-p', 'examples']) !== 0) process.exit(1);
const failed = names.filter((name) => {
  console.log(`\n== ${name}`);
  return run([`examples/dist/${name}.js`, ...examples[name]]) !== 0;
});
if (failed.length > 0) console.error(`\nerror: failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operatorNamed, operators } from '../../src/operators/index.js';
import { checkParams, isRefusal } from '../../src/operators/operator.js';

/** SORT_SUB is in sortSub.ts. */
const camel = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const sourceFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('templateSources.ts'))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') }));

describe.each(operators.map((operator) => [operator.name, operator] as const))('%s', (name, operator) => {
  const { stage, summary, example, source, params } = operator;

  it('is documented', () => {
    expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(summary.slice(0, -1), 'one sentence').not.toMatch(/[.!?] [A-Z]/);
    expect(example).toMatch(/→|: /);
    expect(source.length).toBeGreaterThan(5);
    for (const spec of Object.values(params)) expect(spec.doc).toMatch(/^\S.{4,}/);
  });

  it('has valid defaults and grids; the fine grid takes in the coarse one', () => {
    expect(isRefusal(checkParams(operator, {}))).toBe(false);
    for (const [param, { coarse, fine }] of Object.entries(params)) {
      for (const value of [...coarse, ...fine])
        expect(isRefusal(checkParams(operator, { [param]: value }))).toBe(false);
      const known = fine.map((value) => JSON.stringify(value));
      expect(coarse.filter((value) => !known.includes(JSON.stringify(value)))).toEqual([]);
      expect(coarse.length).toBeGreaterThan(0);
    }
  });

  it('either applies or divides, and is found by name', () => {
    expect((operator.apply === undefined) !== (operator.divide === undefined)).toBe(true);
    expect(operatorNamed(name)).toBe(operator);
  });

  it('has a file of its own, a test with refusals, and goldens', () => {
    const stem = camel(name);
    expect(existsSync(`src/operators/${stage}/${stem}.ts`)).toBe(true);
    const test = readFileSync(`test/operators/${stage}/${stem}.test.ts`, 'utf8');
    expect(test).toContain(`describe('${name}'`);
    expect(test).toContain('refusalOf(');
    expect(test).toMatch(new RegExp(`golden\\(\\s*'${stem}'`));
    for (const extension of ['wgsl', 'cu']) {
      const golden = readFileSync(`test/golden/${stem}.${extension}`, 'utf8');
      // The first line is the graph.
      expect(golden.split('\n')[0]).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

it('stages stand in the order in which chains use them', () => {
  const stages = operators.map(({ stage }) => stage);
  expect(stages).toEqual([...stages].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
});
const order = ['converting', 'mapping', 'implementing'];

it.each(['src/graph', 'src/codegen', 'src/search', 'src/space'])('%s names no operator', (folder) => {
  const names = new RegExp(`(['"\`.])(${operators.map(({ name }) => name).join('|')})\\b`);
  const guilty = sourceFiles(folder).flatMap(({ file, text }) => {
    const code = text.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '').split('\n');
    return code.filter((line) => names.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  expect(guilty).toEqual([]);
});

it('no source file is longer than 500 lines', () => {
  const long = sourceFiles('src').filter(({ text }) => text.split('\n').length > 501);
  expect(long.map(({ file }) => file)).toEqual([]);
});

it('every golden belongs to an operator, or to the storage of values', () => {
  const stems = new Set([...operators.map(({ name }) => camel(name)), 'valueStorage']);
  expect(readdirSync('test/golden').filter((file) => !stems.has(file.split('.')[0]))).toEqual([]);
});

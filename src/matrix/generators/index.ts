import { AlphaSparseError } from '../../errors.js';
import { createRandom } from '../../random.js';
import type { CsrMatrix } from '../csrMatrix.js';
import { blockFem } from './blockFem.js';
import type { Generator, GeneratorParam } from './generator.js';
import { rmat, uniform } from './randomGraphs.js';
import { stencil5, stencil7, stencil27 } from './stencil.js';
import { arrow, banded, dense, diagonal, empty } from './structured.js';

export type { Generator, GeneratorParam } from './generator.js';

/** Every family of matrices that `gen:` knows. */
export const generators: readonly Generator[] = [
  stencil5,
  stencil7,
  stencil27,
  banded,
  arrow,
  diagonal,
  dense,
  empty,
  uniform,
  rmat,
  blockFem,
];

const common: readonly GeneratorParam[] = [
  { name: 'seed', doc: 'of the random numbers', default: 1, min: 0, max: 2 ** 31 - 1 },
  { name: 'signed', doc: '1 for values of either sign', default: 0, min: 0, max: 1 },
];

/**
 * Makes a matrix from a specification: `gen:NAME:PARAM,...` with parameters by position or as `name=value`, such as
 * `gen:stencil5:300` or `gen:rmat:scale=12,degree=8,seed=7`. Values are uniform in (0.1, 1), with random signs where
 * `signed=1`. Equal specifications give equal matrices. Throws 'usage', listing the generators, or the
 * parameters of the one that was named.
 */
export function generate(spec: string): CsrMatrix {
  const [name, ...rest] = spec.replace(/^gen:/, '').split(':');
  const generator = generators.find((candidate) => candidate.name === name);
  if (!generator) return usage(spec, `no generator '${name}'`, describeGenerators());
  const params = parseParams(spec, generator, rest.join(':'));
  const random = createRandom(params.seed);
  const pattern = generator.pattern(params, random.fork('pattern'));
  const data = randomValues(pattern.nnz, params.seed, params.signed === 1);
  const given = generator.params.map((param) => `${param.name}=${params[param.name]}`);
  const extra = common.filter((param) => params[param.name] !== param.default);
  const title = [...given, ...extra.map((param) => `${param.name}=${params[param.name]}`)].join(',');
  return { ...pattern, name: `${name}:${title}`, data };
}

/** The generators and their parameters, one a line, for help texts. */
export function describeGenerators(): string {
  const describe = (param: GeneratorParam) =>
    param.default === undefined ? param.name : `${param.name}=${param.default}`;
  const lines = generators.map(
    ({ name, params, doc }) => `  ${`gen:${name}:${params.map(describe).join(',')}`.padEnd(36)} ${doc}`,
  );
  return `Generators (each also takes ${common.map(describe).join(', ')}):\n${lines.join('\n')}`;
}

function randomValues(count: number, seed: number, signed: boolean): Float64Array {
  const random = createRandom(seed).fork('values');
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const bits = random.uint32();
    const size = 0.1 + 0.9 * (((bits >>> 1) + 0.5) / 2 ** 31);
    values[i] = signed && bits & 1 ? -size : size;
  }
  return values;
}

function parseParams(spec: string, generator: Generator, text: string): Record<string, number> {
  const known = [...generator.params, ...common];
  const wrong = (message: string) => usage(spec, message, `Its parameters:\n${describeParams(known)}`);
  const params: Record<string, number> = {};
  const words = text === '' ? [] : text.split(',');
  for (const [position, word] of words.entries()) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? known[position]?.name : word.slice(0, equals).trim();
    const param = known.find((candidate) => candidate.name === name);
    if (!param) return wrong(equals < 0 ? `too many parameters` : `no parameter '${name}'`);
    if (Object.hasOwn(params, param.name)) return wrong(`parameter '${param.name}' given twice`);
    const given = word.slice(equals + 1).trim();
    const value = /^\d+(e\d+)?$/i.test(given) ? Number(given) : Number.NaN;
    if (!(value >= param.min && value <= param.max)) {
      return wrong(`${param.name}='${given}' is not a whole number in ${param.min}..${param.max}`);
    }
    params[param.name] = value;
  }
  for (const param of known) {
    params[param.name] ??= param.default ?? wrong(`parameter '${param.name}' (${param.doc}) is missing`);
  }
  return params;
}

function describeParams(params: readonly GeneratorParam[]): string {
  return params
    .map(({ name, doc, min, max, default: preset }) => {
      const otherwise = preset === undefined ? '' : `, otherwise ${preset}`;
      return `  ${name.padEnd(8)} ${doc}: ${min} to ${max}${otherwise}`;
    })
    .join('\n');
}

function usage(spec: string, message: string, hint: string): never {
  throw new AlphaSparseError('usage', `${spec}: ${message}`, hint);
}

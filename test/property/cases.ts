import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { generate } from '../../src/matrix/generators/index.js';
import { createRandom } from '../../src/random.js';
import { scattered, symmetrized } from '../support/matrices.js';

/** One matrix of every class that has its own ways to go wrong, as specifications for {@link matrixOfSpec}. */
export const caseSpecs: readonly string[] = [
  'gen:stencil5:17',
  'gen:stencil27:6',
  'gen:banded:200,5',
  'gen:diagonal:70',
  'gen:dense:33',
  'gen:arrow:300',
  'gen:rmat:scale=7,degree=6',
  'gen:uniform:150,7',
  'gen:blockfem:nnz=1500',
  'gen:empty:6,4',
  'gen:empty:0,4',
  'gen:empty:5,0',
  // 88 % empty rows, a single row, a single column, one entry, and rows longer than any block has threads.
  'scattered:rows=400,cols=300,entries=900,rowStep=8',
  'scattered:rows=1,cols=500,entries=200',
  'scattered:rows=300,cols=1,entries=150',
  'scattered:rows=1,cols=1,entries=1',
  'scattered:rows=8,cols=6000,entries=9000',
  // Columns enough for several tiles.
  'scattered:rows=60,cols=20000,entries=3000',
  // Columns of very different popularity, and enough that most stay cold.
  'skewed:rows=70,cols=30000,entries=2500',
  // Mirrored entries, one of them far from the diagonal; a long row.
  'symmetric:gen:stencil5:17',
  'symmetric:gen:rmat:scale=7,degree=6',
  'symmetric:gen:arrow:300',
];

/**
 * The matrix of `gen:...`, `symmetric:SPEC` (A + A^T), `scattered:rows=...,cols=...,entries=...,rowStep=...`, `skewed:` with the same, or `random:SEED`, which draws shape,
 * density and skew from the seed. Equal specifications give equal matrices, so a failure can be repeated.
 */
export function matrixOfSpec(spec: string): CsrMatrix {
  const [kind, rest] = [spec.slice(0, spec.indexOf(':')), spec.slice(spec.indexOf(':') + 1)];
  if (kind === 'gen') return generate(spec);
  if (kind === 'symmetric') return symmetrized(matrixOfSpec(rest));
  if (kind === 'random') return randomMatrix(Number(rest));
  const given = Object.fromEntries(rest.split(',').map((pair) => pair.split('=')));
  const number = (name: string) => Number(given[name] ?? 1);
  const shape = { rows: number('rows'), cols: number('cols'), entries: number('entries'), rowStep: number('rowStep') };
  return scattered({ ...shape, skew: kind === 'skewed' ? 6 : 1 }, createRandom(7));
}

function randomMatrix(seed: number): CsrMatrix {
  const random = createRandom(seed);
  // Even in the logarithm: small shapes are where edges are.
  const size = (most: number) => Math.floor(most ** random.next());
  const rows = size(600);
  const cols = size(600);
  const entries = random.int(Math.min(rows * cols, 4000) + 1);
  return scattered({ rows, cols, entries, rowStep: random.int(3) === 0 ? size(20) : 1 }, random);
}

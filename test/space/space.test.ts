import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/codegen/kernelSource.js';
import { applyGraph } from '../../src/graph/apply.js';
import type { Graph } from '../../src/graph/graph.js';
import { graphHash } from '../../src/graph/identity.js';
import type { CsrMatrix } from '../../src/matrix/csrMatrix.js';
import { generate } from '../../src/matrix/generators/index.js';
import { isRefusal } from '../../src/operators/operator.js';
import { createRandom } from '../../src/random.js';
import { priorLogTime } from '../../src/search/prior.js';
import { axisKey } from '../../src/search/space.js';
import { divide, op, rowAThread, rowAWarp, streamedRows } from '../../src/seeds/chain.js';
import { seeds } from '../../src/seeds/index.js';
import { createSearchSpace } from '../../src/space/index.js';
import { nodesOf } from '../../src/space/paths.js';
import { proxyOf } from '../../src/space/proxy.js';
import { scattered, symmetrized } from '../support/matrices.js';
import { irregular, roomy } from '../support/operators.js';

const target: Target = { ...roomy, language: 'wgsl' };
const branched: Graph = [divide('ROW_DIV', { lengths: [4] }, rowAThread(), rowAWarp(4))];

describe('seeds', () => {
  it('are those that are legal on the sample; the first is always there', () => {
    const space = createSearchSpace(irregular, target);
    const names = space.seeds().map(({ name }) => name);
    expect(names[0]).toBe('csr-scalar');
    expect(names).not.toContain('dia');
    expect(space.seeds().every(({ graph }) => space.refusal(graph) === undefined)).toBe(true);
    expect(space.refusal([op('SORT')])).toMatch('not complete');
  });
});

describe('popular columns', () => {
  const space = (spec: string) => createSearchSpace(generate(spec), target);
  const seed = (name: string) => seeds.find((each) => each.name === name)!.graph;

  it('are divided off where a few columns hold much, and nowhere else, although columns repeat in the sample', () => {
    expect(space('gen:rmat:scale=15,degree=6').refusal(seed('hot-columns'))).toBeUndefined();
    expect(space('gen:banded:40000,9').refusal(seed('hot-columns'))).toBe(
      'the most popular 1 % of the columns hold less than 10 % of the entries',
    );
  });

  it('are expected to pay where x is too large for a cache of the first level', () => {
    const gain = (spec: string) => {
      const { features } = space(spec);
      const prior = (name: string) => priorLogTime(features(seed(name)), target);
      return prior('coo') - prior('hot-columns');
    };
    expect(gain('gen:rmat:scale=18,degree=4')).toBeGreaterThan(0.1);
    expect(gain('gen:rmat:scale=15,degree=6')).toBeLessThan(0.05);
  });
});

describe('what only the whole matrix can tell', () => {
  const namesFor = (matrix: CsrMatrix) =>
    createSearchSpace(matrix, target)
      .seeds()
      .map(({ name }) => name);
  const symmetric = symmetrized(generate('gen:stencil5:120'));

  it('is not asked of the sample: whether it is square, and symmetric in its values', () => {
    expect(proxyOf(symmetric).rows).toBeLessThan(symmetric.rows);
    expect(namesFor(symmetric)).toEqual(expect.arrayContaining(['rcm-sell', 'symmetric-sell', 'symmetric-dia']));
    const general = namesFor(generate('gen:stencil5:120'));
    expect(general).toContain('rcm-sell');
    expect(general.filter((name) => name.startsWith('symmetric'))).toEqual([]);
    const wide = namesFor(scattered({ rows: 3000, cols: 9000, entries: 20_000 }, createRandom(1)));
    expect(wide).toContain('similar-sell');
    expect(wide).not.toContain('rcm-sell');
  });

  it('leaves the sample about half its entries', () => {
    const space = createSearchSpace(symmetric, target);
    const { graph } = space.seeds().find(({ name }) => name === 'symmetric-csr-vector-8')!;
    expect(space.features(graph)['estimate.padding']).toBeCloseTo(0.6, 1);
  });
});

describe('mutations', () => {
  it.each(['gen:stencil5:60', 'gen:rmat:scale=11,degree=6', 'gen:arrow:4000'])(
    'give legal graphs on the sample that differ from what they came from: %s',
    (spec) => {
      const matrix = generate(spec);
      const proxy = proxyOf(matrix);
      const space = createSearchSpace(matrix, target);
      const random = createRandom(5);
      const actions = new Set<string>();
      let graph = space.seeds()[0].graph;
      for (let i = 0; i < 150; i++) {
        const mutation = space.mutate(graph, random);
        if (!mutation) continue;
        actions.add(mutation.action);
        expect(graphHash(mutation.graph)).not.toBe(graphHash(graph));
        expect(isRefusal(applyGraph(mutation.graph, proxy))).toBe(false);
        graph = mutation.graph;
      }
      expect(actions.size).toBeGreaterThan(4);
    },
  );

  it('take over parts of a partner, and only where there is one', () => {
    const space = createSearchSpace(irregular, target);
    const graphOf = (name: string) => space.seeds().find((seed) => seed.name === name)!.graph;
    const [graph, partner] = [graphOf('sell'), graphOf('csr-stream')];
    const partnersOwn = partner.map(({ op }) => op).filter((op) => !graph.some((node) => node.op === op));
    const random = createRandom(2);
    const draw = (other?: typeof graph) =>
      Array.from({ length: 400 }, () => space.mutate(graph, random, { partner: other }));
    const crossed = draw(partner).flatMap((mutation) => (mutation?.action === 'cross' ? [mutation.graph] : []));
    expect(crossed.length).toBeGreaterThan(5);
    for (const each of crossed) expect(isRefusal(applyGraph(each, proxyOf(irregular)))).toBe(false);
    expect(crossed.some((each) => each.some(({ op }) => partnersOwn.includes(op)))).toBe(true);
    expect(draw().some((mutation) => mutation?.action === 'cross')).toBe(false);
  });

  it('reach at least 200 distinct legal structures in 1,000 random extensions', () => {
    for (const spec of ['gen:rmat:scale=8,degree=6', 'gen:stencil5:30']) {
      const matrix = generate(spec);
      const space = createSearchSpace(matrix, target);
      const random = createRandom(1);
      const known = space.seeds().map(({ graph }) => graph);
      const structures = new Set<string>();
      for (let i = 0; i < 1000; i++) {
        const mutation = space.mutate(known[random.int(known.length)], random);
        if (!mutation || isRefusal(applyGraph(mutation.graph, matrix))) continue;
        structures.add(space.structureKey(mutation.graph));
        known.push(mutation.graph);
      }
      console.log(`${spec}: ${structures.size} distinct legal structures in 1000 random extensions`);
      expect(structures.size).toBeGreaterThanOrEqual(200);
    }
  });
});

describe('neighbours', () => {
  const space = createSearchSpace(irregular, target);
  const graph = rowAThread();
  const opsOf = (each: Graph) => each.map(({ op }) => op);
  const neighbours = space.neighbours(graph);

  it('have one operator more, less, another, or a division, with every coarse value', () => {
    const all = neighbours.map((each) => opsOf(each).join(' '));
    const [present] = [opsOf(graph)];
    expect(all).toContain(present.filter((name) => name !== 'COMPRESS').join(' '));
    expect(all).toContain(['SORT', ...present].join(' '));
    expect(all).toContain(present.map((name) => (name === 'BMT_ROW_BLOCK' ? 'BMT_NNZ_BLOCK' : name)).join(' '));
    expect(all).toContain('HYB_DECOMP');
    const values = neighbours.flatMap((each) =>
      each.flatMap(({ op, params }) => (op === 'SET_COMPRESSION' ? [JSON.stringify(params)] : [])),
    );
    expect(values).toEqual(expect.arrayContaining(['{}', '{"values":"dictionary"}', '{"columnBase":"run"}']));
    for (const each of neighbours) {
      const more = opsOf(each).filter((name) => !present.includes(name));
      const less = present.filter((name) => !opsOf(each).includes(name));
      if (!each.at(-1)?.branches) expect([more.length, less.length].every((count) => count <= 1)).toBe(true);
    }
  });

  it('are many, and many of them legal', () => {
    const legal = neighbours.filter((each) => space.refusal(each) === undefined);
    expect(new Set(legal.map(graphHash)).size).toBeGreaterThan(60);
    expect(new Set(legal.map((each) => space.structureKey(each))).size).toBeGreaterThan(12);
  });

  it('undo a division, and leave alone what does no work', () => {
    const divided = [divide('HYB_DECOMP', { width: 1000 }, rowAThread(), streamedRows())];
    const changed = space.neighbours(divided, [1]);
    expect(changed.map(graphHash)).toEqual(expect.arrayContaining([rowAThread(), streamedRows()].map(graphHash)));
    const idle = changed.filter((each) => each.at(-1)?.branches).map((each) => each.at(-1)!.branches![1]);
    expect(new Set(idle.map(graphHash))).toEqual(new Set([graphHash(streamedRows())]));
  });
});

describe('axes', () => {
  const space = createSearchSpace(irregular, target);

  it('leave alone what does no work, and offer one block size for all', () => {
    const divided = [divide('HYB_DECOMP', { width: 1000 }, rowAThread(), streamedRows())];
    const names = (idle: number[]) => space.axes(divided, idle).map(axisKey);
    expect(names([]).some((name) => name.startsWith('1/'))).toBe(true);
    expect(names([1]).some((name) => name.startsWith('1/'))).toBe(false);
    expect(names([]).filter((name) => name.endsWith('.threads'))).toHaveLength(1);
  });

  it('hold what the graph has now, in its place', () => {
    const axis = space
      .axes([op('SORT_SUB', { window: 100 }), ...rowAThread()])
      .find((each) => axisKey(each) === '0.window')!;
    expect(axis.value).toBe(100);
    for (const values of [axis.coarse, axis.fine]) {
      expect(values).toContain(100);
      expect(values).toEqual([...values].sort((a, b) => Number(a) - Number(b)));
    }
  });

  it('of a division keep its number of branches', () => {
    const divided = [divide('ROW_DIV', { lengths: [4] }, rowAThread(), rowAThread())];
    const lengths = space.axes(divided).find((axis) => axisKey(axis) === '0.lengths')!;
    expect(lengths.fine.length).toBeGreaterThan(1);
    for (const value of lengths.fine) expect(value).toHaveLength(1);
  });

  it('name every parameter with more than one value, and what it is now', () => {
    const axes = space.axes(branched);
    expect(axes.find((axis) => axisKey(axis) === '0.lengths')?.value).toEqual([4]);
    expect(axes.find((axis) => axisKey(axis) === '1/2.size')).toMatchObject({ value: 4 });
    expect(axes.every(({ fine }) => fine.length > 1)).toBe(true);
  });

  it('are set by name; block sizes go together, since a launch has one', () => {
    const changed = space.withAxes(
      branched,
      new Map<string, string | number>([
        ['1/2.size', 16],
        ['1/4.threads', 64],
      ]),
    );
    const node = (id: string) => nodesOf(changed).find((each) => each.id === id)!.node;
    expect(node('1/2').params.size).toBe(16);
    expect([node('0/2').params.threads, node('1/4').params.threads]).toEqual([64, 64]);
    expect(space.refusal(changed)).toBeUndefined();
    expect(graphHash(space.withAxes(branched, new Map()))).toBe(graphHash(branched));
  });

  it('do not change the structure', () => {
    const changed = space.withAxes(branched, new Map([['1/2.size', 16]]));
    expect(space.structureKey(changed)).toBe(space.structureKey(branched));
    expect(space.hash(changed)).not.toBe(space.hash(branched));
  });
});

describe('features', () => {
  const matrix = generate('gen:rmat:scale=12,degree=6');
  const space = createSearchSpace(matrix, target);

  it('have the same names for every graph, all finite', () => {
    const all = [...space.seeds().map(({ graph }) => graph), [op('SORT')]].map((graph) => space.features(graph));
    for (const features of all) {
      expect(Object.keys(features)).toEqual(Object.keys(all[0]));
      expect(Object.values(features).every(Number.isFinite)).toBe(true);
    }
  });

  it('count what operators do', () => {
    const sorted = space.features([op('SORT'), ...rowAWarp(8, 'atomic')]);
    expect(sorted).toMatchObject({
      reorders: 1,
      splitsRows: 1,
      atomics: 1,
      pads: 0,
      branches: 0,
      'matrix.nnz': matrix.nnz,
    });
    expect(space.features(branched)).toMatchObject({ branches: 2, atomics: 0 });
    const near = space.features([op('REORDER_SIMILAR'), ...rowAWarp(8)]);
    expect(near).toMatchObject({ reorders: 0, localizes: 1 });
  });

  it('give graphs one family whose threads take the same, whatever else they do', () => {
    const familyOf = (graph: Graph) => space.features(graph).family;
    expect(familyOf([op('SORT'), ...rowAThread()])).toBe(familyOf(rowAThread()));
    expect(new Set([rowAThread(), rowAWarp(8), streamedRows(), branched].map(familyOf)).size).toBe(4);
  });

  it('estimate padding from the sample: none for CSR, much for SELL', () => {
    const of = (name: string) => space.features(space.seeds().find((seed) => seed.name === name)!.graph);
    expect(of('csr-scalar')['estimate.padding']).toBeCloseTo(1, 2);
    expect(of('sell')['estimate.padding']).toBeGreaterThan(1.5);
  });

  it('make graphs with branches more complex', () => {
    expect(space.complexity(branched)).toBeGreaterThan(space.complexity(rowAWarp(4)));
  });
});

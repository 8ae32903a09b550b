import { describe, expect, it } from 'vitest';
import type { Graph } from '../../src/graph/graph.js';
import { divide, op } from '../../src/seeds/chain.js';
import { chainAt, chainsOf, mapNodes, nodesOf, withChain, withoutLeaves } from '../../src/space/paths.js';

const inner = divide('HYB_DECOMP', {}, [op('COMPRESS')], [op('SORT'), op('COMPRESS')]);
const graph: Graph = [op('SORT'), divide('ROW_DIV', {}, [op('COMPRESS')], [op('BIN'), inner])];

describe('paths', () => {
  it('name every chain and node, trunk first', () => {
    expect(chainsOf(graph).map(({ path }) => path.join('/'))).toEqual(['', '0', '1', '1/0', '1/1']);
    expect(nodesOf(graph).map(({ id, node }) => `${id} ${node.op}`)).toEqual([
      '0 SORT',
      '1 ROW_DIV',
      '0/0 COMPRESS',
      '1/0 BIN',
      '1/1 HYB_DECOMP',
      '1/0/0 COMPRESS',
      '1/1/0 SORT',
      '1/1/1 COMPRESS',
    ]);
  });

  it('find and replace a chain, leaving the graph as it was', () => {
    expect(chainAt(graph, [1, 1])).toEqual([op('SORT'), op('COMPRESS')]);
    expect(chainAt(graph, [4])).toEqual([]);
    const changed = withChain(graph, [1, 0], [op('BIN')]);
    expect(chainAt(changed, [1, 0])).toEqual([op('BIN')]);
    expect(chainAt(changed, [1, 1])).toEqual(chainAt(graph, [1, 1]));
    expect(chainAt(graph, [1, 0])).toEqual([op('COMPRESS')]);
    expect(withChain(graph, [], [op('SORT')])).toEqual([op('SORT')]);
  });

  it('map every node with its name', () => {
    const seen: string[] = [];
    const mapped = mapNodes(graph, (node, id) => {
      seen.push(id);
      return { ...node, params: { ...node.params, id } };
    });
    expect(seen.sort()).toEqual(
      nodesOf(graph)
        .map(({ id }) => id)
        .sort(),
    );
    expect(nodesOf(mapped).every(({ id, node }) => node.params.id === id)).toBe(true);
  });

  it('lose leaves: what is left of a division with one branch takes its place', () => {
    const [first, second] = [[op('COMPRESS')], [op('BIN'), op('COMPRESS')]];
    expect(withoutLeaves(graph, [0])).toEqual([op('SORT'), op('BIN'), inner]);
    expect(withoutLeaves(graph, [2])).toEqual([op('SORT'), divide('ROW_DIV', {}, first, second)]);
    expect(withoutLeaves(graph, [0, 1])).toEqual([op('SORT'), op('BIN'), op('SORT'), op('COMPRESS')]);
    expect(withoutLeaves(graph, [1, 2])).toEqual([op('SORT'), op('COMPRESS')]);
    // One leaf must stay, and a division into three cannot become one into two.
    expect(withoutLeaves(graph, [0, 1, 2])).toEqual(graph);
    const three = [divide('ROW_DIV', { lengths: [1, 2] }, first, second, first)];
    expect(withoutLeaves(three, [1])).toEqual(three);
    expect(withoutLeaves(three, [0, 2])).toEqual(second);
  });
});

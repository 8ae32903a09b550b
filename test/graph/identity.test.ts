import { describe, expect, it } from 'vitest';
import { canonicalJson, completeParams, graphHash, graphText, textHash } from '../../src/graph/identity.js';
import { parseGraph } from '../../src/graph/parse.js';
import { divide, op } from '../../src/seeds/chain.js';
import { seeds } from '../../src/seeds/index.js';

describe('identity of graphs', () => {
  it('does not depend on defaults left out or on the order of parameters', () => {
    const short = [op('BMT_COL_BLOCK', { size: 4 })];
    const long = [op('BMT_COL_BLOCK', { size: 4, by: 'deal', group: 1 })];
    const turned = [op('BMT_COL_BLOCK', { group: 1, size: 4, by: 'deal' })];
    expect(canonicalJson(short)).toBe('[{"op":"BMT_COL_BLOCK","params":{"by":"deal","group":1,"size":4}}]');
    expect(new Set([short, long, turned].map(graphHash)).size).toBe(1);
    expect(graphHash([op('BMT_COL_BLOCK', { size: 5 })])).not.toBe(graphHash(short));
  });

  it('survives JSON, branches included', () => {
    for (const { graph } of seeds) {
      const again = parseGraph(canonicalJson(graph));
      expect(canonicalJson(again)).toBe(canonicalJson(graph));
      expect(graphHash(again)).toBe(graphHash(graph));
    }
  });

  it('tells all seeds apart', () => {
    expect(new Set(seeds.map(({ graph }) => graphHash(graph))).size).toBe(seeds.length);
  });

  it('leaves unknown operators and bad values as they are', () => {
    expect(completeParams(op('FOLD', { a: 1 }))).toEqual({ a: 1 });
    expect(completeParams(op('BIN', { base: 0 }))).toEqual({ base: 0 });
  });

  it('is 16 hex digits that one bit changes', () => {
    expect(textHash('')).toMatch(/^[0-9a-f]{16}$/);
    expect(textHash('a')).not.toBe(textHash('b'));
  });
});

describe('graphText', () => {
  it('shows what differs from the defaults', () => {
    const graph = [
      op('SORT'),
      divide('ROW_DIV', { lengths: [8, 32] }, [op('COMPRESS')], [op('COMPRESS', { emptyRows: 'drop' })]),
    ];
    expect(graphText(graph)).toBe('SORT → ROW_DIV(lengths=8|32) { COMPRESS ; COMPRESS(emptyRows=drop) }');
  });
});

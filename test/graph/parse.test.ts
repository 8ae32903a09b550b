import { expect, it } from 'vitest';
import { parseGraph } from '../../src/graph/parse.js';

it('reads nodes with their parameters and branches', () => {
  const graph = [{ op: 'ROW_DIV', params: { lengths: [8] }, branches: [[{ op: 'COMPRESS', params: {} }], []] }];
  expect(parseGraph(JSON.stringify(graph))).toEqual(graph);
  expect(parseGraph('[{"op":"SORT"}]')).toEqual([{ op: 'SORT', params: {} }]);
});

it.each([
  ['[', 'not JSON'],
  ['{}', 'its root'],
  ['[{"op":"SORT"},{"params":{}}]', '1.op'],
  ['[{"op":"ROW_DIV","branches":[[{"op":7}]]}]', '0.branches.0.0.op'],
  ['[{"op":"SORT","parms":{}}]', 'parms'],
])('points at what is wrong in %s', (text, place) => {
  expect(() => parseGraph(text)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(place) }),
  );
});

import { describe, expect, it } from 'vitest';
import { createDescriber } from '../../src/search/space.js';
import { createTwins } from '../../src/search/twins.js';
import { makeGraph, syntheticSpace } from './syntheticSpace.js';

const describeGraph = createDescriber(syntheticSpace);
const [a, b, c, d] = [1, 2, 4, 8].map((mask) => describeGraph(makeGraph(mask)));

describe('twins', () => {
  it('are what looks like something that was proposed', () => {
    // a and c look alike, as b and d do.
    const sketch = (graph: unknown) => (graph === a.graph || graph === c.graph ? 'odd' : 'even');
    const twins = createTwins({ sketch });
    expect(twins.distinct([a, b, c, d], 4)).toEqual([a, b]);
    twins.note(c);
    expect(twins.has(a)).toBe(true);
    expect(twins.has(b)).toBe(false);
    expect(twins.distinct([a, b, c, d], 4)).toEqual([b]);
  });

  it('are looked for only until there are enough others', () => {
    const asked: unknown[] = [];
    const twins = createTwins({ sketch: (graph) => `${asked.push(graph)}` });
    expect(twins.distinct([a, b, c, d], 2)).toEqual([a, b]);
    expect(asked.length).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { graphSvg } from '../../src/report/graphSvg.js';
import { graphTree } from '../../src/report/graphText.js';
import { leafFacts } from '../../src/report/leafFacts.js';
import { divide, op, rowAWarp } from '../../src/seeds/chain.js';
import { leafOf } from '../support/operators.js';

const inner = divide('HYB_DECOMP', { width: 3 }, [op('COMPRESS')], [op('COMPRESS', { emptyRows: 'drop' })]);
const graph = [op('SORT'), divide('ROW_DIV', { lengths: [8, 32] }, [inner], [op('BIN')], [op('<new>')])];

it('graphTree hangs branches below the node that divides', () => {
  expect(graphTree(graph).join('\n')).toBe(`SORT
ROW_DIV  lengths [8, 32]
├─ HYB_DECOMP  width 3
│  ├─ COMPRESS
│  └─ COMPRESS  emptyRows drop
├─ BIN
└─ <new>`);
});

describe('graphSvg', () => {
  const svg = graphSvg(graph);

  it('has a box an operator, parameters within, and escapes text', () => {
    expect(svg.match(/rx="5"/g)).toHaveLength(7);
    expect(svg).toContain('>lengths [8, 32]</text>');
    expect(svg).toContain('&lt;new&gt;');
    expect(svg.match(/<g /g)?.length).toBe(svg.match(/<\/g>/g)?.length);
  });

  it('draws no box over another, and all inside the picture', () => {
    const boxes = boxesOf(svg);
    const [, width, height] = svg.match(/width="(\d+)" height="(\d+)"/)!.map(Number);
    for (const [i, a] of boxes.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
      for (const b of boxes.slice(i + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }
    }
  });

  it('of an empty graph is an empty picture', () => {
    expect(boxesOf(graphSvg([]))).toEqual([]);
  });
});

/** Every operator's box in the picture's coordinates. */
function boxesOf(svg: string): { x: number; y: number; width: number; height: number }[] {
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  const stack = [{ x: 0, y: 0 }];
  const tags = /<g transform="translate\(([-\d.]+) ([-\d.]+)\)">|<\/g>|<rect width="([\d.]+)" height="([\d.]+)"/g;
  for (const [tag, dx, dy, width, height] of svg.matchAll(tags)) {
    const { x, y } = stack.at(-1)!;
    if (tag === '</g>') stack.pop();
    else if (dx !== undefined) stack.push({ x: x + Number(dx), y: y + Number(dy) });
    else boxes.push({ x, y, width: Number(width), height: Number(height) });
  }
  return boxes;
}

it('leafFacts counts blocks, padding and lanes', () => {
  const leaf = leafOf(rowAWarp(4));
  expect(leafFacts(leaf)).toEqual({
    rows: 4,
    nnz: 6,
    stored: 6,
    levels: [
      { level: 'bmw', count: 4, smallest: 0, mean: 1.5, largest: 3, mostRows: 1 },
      { level: 'bmt', count: 16, smallest: 0, mean: 0.375, largest: 1, mostRows: 1 },
    ],
    layout: 'strided within each bmw',
    reduction: { thread: 'total', warp: 'total', global: 'store' },
    lanes: 4,
    blocks: 1,
  });
});

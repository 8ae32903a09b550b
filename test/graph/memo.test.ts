import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFrom, applyGraph, applyNode, type Step } from '../../src/graph/apply.js';
import { rememberingStep } from '../../src/graph/memo.js';
import { metadataOf } from '../../src/metadata/metadataSet.js';
import { divide, op, rowAThread, rowAWarp } from '../../src/seeds/chain.js';
import { seeds } from '../../src/seeds/index.js';
import { small } from '../support/matrices.js';

describe('rememberingStep', () => {
  it('gives the same object for what was applied before, whatever node object asks', () => {
    const step = rememberingStep();
    const start = metadataOf(small);
    const first = step(op('SORT_SUB', { window: 64 }), start);
    expect(step(op('SORT_SUB', { window: 64 }), start)).toBe(first);
    expect(step(op('SORT_SUB', { window: 128 }), start)).not.toBe(first);
    expect(step(op('SORT_SUB', { window: 64 }), metadataOf(small))).not.toBe(first);
  });

  it('keeps the leaves of branches that did not change', () => {
    const step = rememberingStep();
    const start = metadataOf(small);
    const graph = (lanes: number) => [divide('ROW_DIV', { lengths: [2] }, rowAThread(), rowAWarp(lanes))];
    const [before, after] = [2, 4].map((lanes) => applyFrom(graph(lanes), start, step));
    if ('refused' in before || 'refused' in after) throw new Error('both are legal');
    expect(after.leaves[0]).toBe(before.leaves[0]);
    expect(after.leaves[1]).not.toBe(before.leaves[1]);
  });

  it('makes of seeds what applying them anew makes, refusals too, in any order and also after it forgot', () => {
    const step = rememberingStep();
    const start = metadataOf(small);
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.constantFrom(32, 64, 96, 128, 192, 256), ({ graph }, threads) => {
        const changed = graph.map((node) => (node.op === 'SET_RESOURCES' ? op(node.op, { threads }) : node));
        expect(applyFrom(changed, start, step)).toEqual(applyGraph(changed, small));
      }),
      { numRuns: 300 },
    );
  });

  it('does not keep all', () => {
    let applied = 0;
    const counting: Step = (node, metadata) => {
      applied++;
      return applyNode(node, metadata);
    };
    const step = rememberingStep(counting);
    const start = metadataOf(small);
    const windows = Array.from({ length: 1500 }, (_, i) => i + 2);
    for (const window of windows) step(op('SORT_SUB', { window }), start);
    expect(applied).toBe(1500);
    step(op('SORT_SUB', { window: 1501 }), start);
    expect(applied).toBe(1500);
    step(op('SORT_SUB', { window: 2 }), start);
    expect(applied).toBe(1501);
  });
});

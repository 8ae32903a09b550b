import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseFragments } from '../../src/codegen/fragments.js';
import { metadataOf, type Reduction, withKeys } from '../../src/metadata/metadataSet.js';
import { small } from '../support/matrices.js';

const choose = (reduction: Reduction) => chooseFragments(withKeys(metadataOf(small), { reduction }));

describe('chooseFragments', () => {
  it.each([
    [{ thread: 'total' }, ['thread_total', undefined, undefined, 'register_global']],
    [{ thread: 'bitmap' }, ['thread_bitmap', undefined, undefined, undefined]],
    [{ thread: 'total', warp: 'total' }, ['thread_total', 'warp_total', undefined, 'lane_global']],
    [{ thread: 'total', warp: 'bitmap' }, ['thread_total', 'warp_bitmap', undefined, 'position_global']],
    [{ thread: 'total', warp: 'segmented' }, ['thread_total', 'warp_segmented', undefined, 'segment_global']],
    [{ thread: 'bitmap', warp: 'segmented' }, ['thread_bitmap', 'warp_joined', undefined, 'joined_global']],
    [{ thread: 'total', block: 'total' }, ['thread_total', undefined, 'block_total', undefined]],
    [{ thread: 'total', block: 'offset' }, ['thread_total', undefined, 'block_offset', 'register_shared']],
    [
      { thread: 'total', warp: 'total', block: 'total' },
      ['thread_total', 'warp_total', 'block_total', 'lane_register'],
    ],
    [
      { thread: 'total', warp: 'total', block: 'offset' },
      ['thread_total', 'warp_total', 'block_offset', 'lane_shared'],
    ],
  ] as const)('%j', (reduction, [thread, warp, block, adapter]) => {
    expect(choose(reduction)).toEqual({ thread, warp, block, adapter });
    for (const language of ['wgsl', 'cuda']) {
      for (const name of [thread, warp, block]) {
        expect(name === undefined || existsSync(`templates/${language}/fragments/${name}.eta`)).toBe(true);
      }
      expect(adapter === undefined || existsSync(`templates/${language}/adapters/${adapter}.eta`)).toBe(true);
    }
  });
});

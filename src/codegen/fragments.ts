import type { MetadataSet } from '../metadata/metadataSet.js';

/** Where a reduction leaves its sums, and so what the next one must take them from. */
export type Place = 'register' | 'lane' | 'position' | 'segment' | 'joined';
/** Where the next reduction, or y, wants them. */
export type Destination = 'register' | 'shared' | 'global';

/** The fragments of one leaf, by template name. */
export interface Fragments {
  readonly thread: string;
  readonly warp: string | undefined;
  readonly block: string | undefined;
  /** Carries sums from the last reduction below the block level to the block's or to y; undefined where none is needed. */
  readonly adapter: string | undefined;
}

/** (emits, accepts) → adapter template. A pair that is not here cannot meet: legality refuses it before. */
const adapters: Readonly<Record<Place, Partial<Record<Destination, string | undefined>>>> = {
  register: { register: undefined, shared: 'register_shared', global: 'register_global' },
  lane: { register: 'lane_register', shared: 'lane_shared', global: 'lane_global' },
  position: { global: 'position_global' },
  segment: { global: 'segment_global' },
  joined: { global: 'joined_global' },
};

/** Chooses templates by what the leaf's metadata says its reductions are. */
export function chooseFragments(leaf: MetadataSet): Fragments {
  const { thread, warp, block } = leaf.reduction;
  const joins = thread === 'bitmap' && warp === 'segmented';
  const emits: Place = !warp ? 'register' : joins ? 'joined' : placeOf[warp];
  const accepts: Destination = block === 'total' ? 'register' : block === 'offset' ? 'shared' : 'global';
  const adapts = thread === 'total' || warp !== undefined;
  return {
    thread: `thread_${thread}`,
    warp: warp && (joins ? 'warp_joined' : `warp_${warp}`),
    block: block && `block_${block}`,
    adapter: adapts ? adapters[emits][accepts] : undefined,
  };
}

const placeOf: Readonly<Record<'total' | 'bitmap' | 'segmented', Place>> = {
  total: 'lane',
  bitmap: 'position',
  segmented: 'segment',
};

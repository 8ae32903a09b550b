import { coarseLevel } from './levels/coarse.js';
import { fineLevel } from './levels/fine.js';
import type { Level, LevelContext } from './levels/level.js';
import { neighbourLevel } from './levels/neighbours.js';
import { seedLevel } from './levels/seeds.js';
import { structureLevel } from './levels/structures.js';
import { interleave } from './schedule.js';

/** A way to search: proposes what to measure next, from the context. `used` is the share of budget or trials used. */
export type Strategy = (context: LevelContext, used: () => number) => Level;

/** The search of alphasparse: the seeds, then the three levels side by side. */
export const threeLevels: Strategy = function* (context, used) {
  const { options, history } = context;
  yield* seedLevel(context, () => history.proposed() < options.fewTrials || used() < options.seedShare);
  yield* interleave([
    { level: coarseLevel(context), share: options.shares.coarse },
    { level: structureLevel(context), share: options.shares.structures },
    { level: neighbourLevel(context), share: options.shares.neighbours },
    { level: fineLevel(context), share: options.shares.fine },
  ]);
};

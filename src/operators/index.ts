import { bin } from './converting/bin.js';
import { colDiv } from './converting/colDiv.js';
import { colTile } from './converting/colTile.js';
import { compress } from './converting/compress.js';
import { denseBlockDecomp } from './converting/denseBlockDecomp.js';
import { diaDecomp } from './converting/diaDecomp.js';
import { hotColDiv } from './converting/hotColDiv.js';
import { hybDecomp } from './converting/hybDecomp.js';
import { reorderRcm } from './converting/reorderRcm.js';
import { reorderSimilar } from './converting/reorderSimilar.js';
import { rowDiv } from './converting/rowDiv.js';
import { sort } from './converting/sort.js';
import { sortSub } from './converting/sortSub.js';
import { symmetricHalf } from './converting/symmetricHalf.js';
import { gmemAtomRed } from './implementing/gmemAtomRed.js';
import { gmemStore } from './implementing/gmemStore.js';
import { setCompression } from './implementing/setCompression.js';
import { setResources } from './implementing/setResources.js';
import { shmemAtomRed } from './implementing/shmemAtomRed.js';
import { shmemOffsetRed } from './implementing/shmemOffsetRed.js';
import { shmemTotalRed } from './implementing/shmemTotalRed.js';
import { stageX } from './implementing/stageX.js';
import { threadBitmapRed } from './implementing/threadBitmapRed.js';
import { threadTotalRed } from './implementing/threadTotalRed.js';
import { warpBitmapRed } from './implementing/warpBitmapRed.js';
import { warpSegRed } from './implementing/warpSegRed.js';
import { warpTotalRed } from './implementing/warpTotalRed.js';
import { bmtbColBlock } from './mapping/bmtbColBlock.js';
import { bmtbNnzBlock } from './mapping/bmtbNnzBlock.js';
import { bmtbPad } from './mapping/bmtbPad.js';
import { bmtbRowBlock } from './mapping/bmtbRowBlock.js';
import { bmtbRowPad } from './mapping/bmtbRowPad.js';
import { bmtColBlock } from './mapping/bmtColBlock.js';
import { bmtNnzBlock } from './mapping/bmtNnzBlock.js';
import { bmtPad } from './mapping/bmtPad.js';
import { bmtRowBlock } from './mapping/bmtRowBlock.js';
import { bmwColBlock } from './mapping/bmwColBlock.js';
import { bmwNnzBlock } from './mapping/bmwNnzBlock.js';
import { bmwPad } from './mapping/bmwPad.js';
import { bmwRowBlock } from './mapping/bmwRowBlock.js';
import { interleavedStorage } from './mapping/interleavedStorage.js';
import { sortBmtb } from './mapping/sortBmtb.js';
import type { Operator } from './operator.js';

/** Every operator, in the order in which a chain may use them. */
export const operators: readonly Operator[] = [
  symmetricHalf,
  rowDiv,
  colDiv,
  hotColDiv,
  hybDecomp,
  diaDecomp,
  denseBlockDecomp,
  reorderRcm,
  reorderSimilar,
  sort,
  sortSub,
  bin,
  colTile,
  compress,
  bmtbRowBlock,
  bmtbColBlock,
  bmtbNnzBlock,
  bmtbPad,
  bmtbRowPad,
  sortBmtb,
  bmwRowBlock,
  bmwColBlock,
  bmwNnzBlock,
  bmwPad,
  bmtRowBlock,
  bmtColBlock,
  bmtNnzBlock,
  bmtPad,
  interleavedStorage,
  setResources,
  setCompression,
  stageX,
  shmemAtomRed,
  threadTotalRed,
  threadBitmapRed,
  warpTotalRed,
  warpBitmapRed,
  warpSegRed,
  shmemTotalRed,
  shmemOffsetRed,
  gmemAtomRed,
  gmemStore,
];

const byName = new Map(operators.map((operator) => [operator.name, operator]));

export function operatorNamed(name: string): Operator | undefined {
  return byName.get(name);
}

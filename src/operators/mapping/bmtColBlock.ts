import { finestLevel, levelOrRoot } from '../../metadata/levels.js';
import { type MetadataSet, withKeys } from '../../metadata/metadataSet.js';
import { choiceParam, integerParam, type Operator, type Params } from '../operator.js';
import { byColumns, type Cutter, canAdd, cut, fitsWarps } from './cutting.js';

export const bmtColBlock: Operator = {
  name: 'BMT_COL_BLOCK',
  stage: 'mapping',
  source: 'CSR-vector (Bell and Garland, 2009); sliced ELLR-T (Dziekonski et al., 2011)',
  summary:
    'Divides each row of a parent among threads: dealt out in turn to equally many, or in chunks of equal width.',
  example: 'deal, size 2: a row a b c → thread 0 has a c, thread 1 has b',
  params: {
    by: choiceParam(
      '`deal` gives entry i of a row to thread i mod size; `width` gives each thread size neighbours',
      ['deal', 'width'] as const,
      'deal',
    ),
    size: integerParam('threads a row (deal) or entries a thread (width)', {
      min: 1,
      max: 1 << 16,
      default: 8,
      coarse: [2, 4, 8, 16, 32],
      fine: [1],
    }),
    group: integerParam('neighbouring entries dealt out together', {
      min: 1,
      max: 4,
      default: 1,
      coarse: [1],
      fine: [2, 4],
    }),
  },
  properties: { maps: { level: 'bmt', axis: 'col' } },
  legal: (metadata, params) => canAdd(metadata, 'bmt') ?? fitsWarps(metadata, 'bmt', cutter(params)),
  apply(metadata, params) {
    const dealt = params.by === 'deal' ? deal(metadata, params.size as number, params.group as number) : metadata;
    return cut(dealt, 'bmt', cutter(params));
  },
};

function cutter(params: Params): Cutter {
  const size = params.size as number;
  return params.by === 'width' ? byColumns(size) : byDealing(size, params.group as number);
}

/** `threads` blocks for each row, also where it has fewer entries, so that the number of threads a row is constant. */
function byDealing(threads: number, group: number): Cutter {
  return (builder, parent, indptr) => {
    for (let row = parent.rowBegin; row < parent.rowEnd; row++) {
      const begin = Math.max(indptr[row], parent.nzBegin);
      const length = Math.min(indptr[row + 1], parent.nzEnd) - begin;
      let at = begin;
      for (let t = 0; t < threads; t++) {
        at += share(length, threads, group, t);
        builder.add(at, row, row + 1);
      }
    }
  };
}

/** How many of `length` entries thread t gets when groups are dealt out in turn. */
function share(length: number, threads: number, group: number, t: number): number {
  const round = threads * group;
  const rest = (length % round) - t * group;
  return Math.floor(length / round) * group + Math.min(Math.max(rest, 0), group);
}

/** Brings the entries of each row into thread order. Parents cut rows first, so each piece is dealt by itself. */
function deal(metadata: MetadataSet, threads: number, group: number): MetadataSet {
  const { indptr, colIndices, slots } = metadata.nonZeros;
  const parents = levelOrRoot(metadata, finestLevel(metadata));
  const cols = new Int32Array(colIndices.length);
  const newSlots = new Int32Array(slots.length);
  for (let b = 0; b < parents.count; b++) {
    for (let row = parents.rowBegins[b]; row < parents.rowEnds[b]; row++) {
      const begin = Math.max(indptr[row], parents.nzOffsets[b]);
      const end = Math.min(indptr[row + 1], parents.nzOffsets[b + 1]);
      let to = begin;
      for (let t = 0; t < threads; t++) {
        for (let first = begin + t * group; first < end; first += threads * group) {
          for (let i = first; i < Math.min(first + group, end); i++, to++) {
            cols[to] = colIndices[i];
            newSlots[to] = slots[i];
          }
        }
      }
    }
  }
  return withKeys(metadata, { nonZeros: { indptr, colIndices: cols, slots: newSlots } });
}

import { withKeys } from '../../metadata/metadataSet.js';
import { choiceParam, integerParam, type Operator, unless } from '../operator.js';

export const setResources: Operator = {
  name: 'SET_RESOURCES',
  stage: 'implementing',
  source: 'AlphaSparse (Du et al., 2022), Table II',
  summary:
    'Sets the threads of a block, how many units of work a block takes in turn, and how far the inner loop is unrolled.',
  example: 'threads 128, coarsening 2: half as many blocks, each doing two rounds',
  params: {
    threads: choiceParam(
      'threads a block; the same in all branches',
      [32, 64, 96, 128, 192, 256, 384, 512, 1024],
      256,
      [64, 128, 256, 512],
    ),
    coarsening: integerParam('units of work a block takes one after another', {
      min: 1,
      max: 256,
      default: 1,
      coarse: [1, 2],
      fine: [2, 4, 8],
    }),
    unroll: choiceParam('iterations of the inner loop unrolled together', [1, 2, 4, 8, 16], 4, [4, 8]),
  },
  properties: { setsResources: true },
  legal: (metadata) =>
    unless(
      [metadata.levels.bmt !== undefined, 'implementing operators come after the BMTs are cut'],
      [!metadata.resources, 'resources are set already'],
    ),
  apply: (metadata, params) =>
    withKeys(metadata, {
      resources: {
        threads: params.threads as number,
        coarsening: params.coarsening as number,
        unroll: params.unroll as number,
      },
    }),
};

import { type CompressionOptions, withKeys } from '../../metadata/metadataSet.js';
import { choiceParam, type Operator, unless } from '../operator.js';

export const setCompression: Operator = {
  name: 'SET_COMPRESSION',
  stage: 'implementing',
  source: 'AlphaSparse (Du et al., 2022), model-driven format compression',
  summary: 'Chooses how index arrays may be compressed: by models, by narrow types, and relative to what.',
  example: 'models true: offsets 0 2 4 6 → 2 * i, and no array is stored',
  params: {
    models: choiceParam('replace arrays by models that fit every element', [true, false], true, [true]),
    narrow: choiceParam('store what remains as u8 or u16 where it fits', [true, false], true, [true]),
    rebase: choiceParam(
      'store a base for each 32 elements and differences, where that is smaller',
      [true, false],
      true,
      [true],
    ),
    values: choiceParam(
      '`dictionary` stores each distinct value once and a byte an entry, where there are 256 at most',
      ['plain', 'dictionary'],
      'plain',
    ),
    columnBase: choiceParam('what columns may be stored relative to', ['none', 'row', 'block', 'run'], 'none'),
  },
  properties: { setsCompression: true },
  legal: (metadata) =>
    unless([metadata.levels.bmt !== undefined, 'implementing operators come after the BMTs are cut']),
  apply: (metadata, params) => withKeys(metadata, { compression: params as unknown as CompressionOptions }),
};

import { withKeys } from '../../metadata/metadataSet.js';
import { dropEmptyRows } from '../../metadata/select.js';
import { choiceParam, type Operator, unless } from '../operator.js';

export const compress: Operator = {
  name: 'COMPRESS',
  stage: 'converting',
  source: 'AlphaSparse (Du et al., 2022), Table II',
  summary: 'Ends the converting stage: from here on the order of rows is fixed and blocks are cut from it.',
  example: 'emptyRows drop: row lengths 1 3 0 2 → row positions 0 1 2 stand for rows 0 1 3',
  params: {
    emptyRows: choiceParam(
      '`keep` gives empty rows an owner that writes 0; `drop` removes them, and y is cleared there',
      ['keep', 'drop'],
      'keep',
    ),
  },
  properties: { compresses: true },
  legal: (metadata) =>
    unless([!metadata.compressed, 'the matrix is compressed already: converting operators come before COMPRESS']),
  apply(metadata, params) {
    const kept = params.emptyRows === 'drop' ? dropEmptyRows(metadata) : metadata;
    return withKeys(kept, { compressed: true });
  },
};

import type { Operator } from '../operator.js';
import { canPadToMultiple, multiple, padToMultiple } from './pads.js';

export const bmwPad: Operator = {
  name: 'BMW_PAD',
  stage: 'mapping',
  source: 'padded CSR (Oberhuber et al., 2011)',
  summary: 'Pads each BMW to a multiple of entries, in its last row, so that it begins at an aligned address.',
  example: 'multiple 4: a warp with 3 entries gets a fourth that is padding',
  params: { multiple },
  properties: { pads: true },
  legal: (metadata, params) => canPadToMultiple(metadata, 'bmw', params),
  apply: (metadata, params) => padToMultiple(metadata, 'bmw', params),
};

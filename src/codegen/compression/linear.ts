import { affine, affineText, type Model } from './model.js';

/** a * i + b, cut off at the last element's value: offsets of equal blocks, of which the last may be shorter. */
export const linear: Model = {
  name: 'linear',
  fit(values) {
    if (values.length < 2) return undefined;
    const b = values[0];
    const a = values[1] - b;
    const last = values.length - 1;
    const limit = values[last];
    if (a <= 0 || a * last + b <= limit) {
      return {
        text: affineText(a, 'i', b),
        at: (i) => a * i + b,
        emit: (index, dialect) => affine(a, index, b, dialect),
      };
    }
    // Wrapping arithmetic would break the minimum, as would bitmaps whose top bit makes them look negative.
    if (b < 0 || limit < 0 || a * last + b >= 2 ** 32) return undefined;
    return {
      text: `min(${affineText(a, 'i', b)}, ${limit})`,
      at: (i) => Math.min(a * i + b, limit),
      emit: (index, dialect) => dialect.min(affine(a, index, b, dialect), dialect.u32(limit)),
    };
  },
};

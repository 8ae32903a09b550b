import { affine, affineText, type Model } from './model.js';

/** a * floor(i / p) + b: p neighbours share a value, as the threads of a row share their row. */
export const step: Model = {
  name: 'step',
  fit(values) {
    const b = values[0];
    const p = values.findIndex((value) => value !== b);
    if (p < 2) return undefined;
    const a = values[p] - b;
    return {
      text: affineText(a, `floor(i / ${p})`, b),
      at: (i) => a * Math.floor(i / p) + b,
      emit: (index, dialect) => affine(a, `(${index}) / ${dialect.u32(p)}`, b, dialect),
    };
  },
};

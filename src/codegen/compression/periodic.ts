import { affine, affineText, type Model } from './model.js';

/** a * (i mod p) + b: a dense row's columns, again and again. */
export const periodic: Model = {
  name: 'periodic',
  fit(values) {
    if (values.length < 3) return undefined;
    const b = values[0];
    const p = values.indexOf(b, 1);
    if (p < 2) return undefined;
    const a = values[1] - b;
    return {
      text: affineText(a, `(i mod ${p})`, b),
      at: (i) => a * (i % p) + b,
      emit: (index, dialect) => affine(a, `(${index}) % ${dialect.u32(p)}`, b, dialect),
    };
  },
};

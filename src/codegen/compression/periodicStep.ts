import { affine, affineText, type Model } from './model.js';

/** s * floor(i / p) + a * (i mod p) + b: runs of equal slope that begin at equal distances. */
export const periodicStep: Model = {
  name: 'periodic linear with step',
  fit(values) {
    if (values.length < 4) return undefined;
    const b = values[0];
    const a = values[1] - b;
    let p = 2;
    while (p < values.length && values[p] - values[p - 1] === a) p++;
    if (p === values.length) return undefined;
    const s = values[p] - b;
    return {
      text: `${affineText(s, `floor(i / ${p})`, 0)} + ${affineText(a, `(i mod ${p})`, b)}`,
      at: (i) => s * Math.floor(i / p) + a * (i % p) + b,
      emit: (index, dialect) =>
        `(${affine(s, `(${index}) / ${dialect.u32(p)}`, 0, dialect)} + ${affine(a, `(${index}) % ${dialect.u32(p)}`, b, dialect)})`,
    };
  },
};

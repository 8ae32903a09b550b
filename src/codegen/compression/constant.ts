import type { Model } from './model.js';

/** Every element is b. */
export const constant: Model = {
  name: 'constant',
  fit(values) {
    const b = values.length > 0 ? values[0] : 0;
    return { text: `${b}`, at: () => b, emit: (_, dialect) => dialect.u32(b) };
  },
};

import { constant } from './constant.js';
import { linear } from './linear.js';
import { exactly, type Fitted, type Model } from './model.js';
import { periodic } from './periodic.js';
import { periodicStep } from './periodicStep.js';
import { step } from './step.js';

/** All models, cheapest to evaluate first: the first that fits exactly is taken. */
export const models: readonly Model[] = [constant, linear, step, periodic, periodicStep];

/** The cheapest model that gives every element of the array, or undefined. */
export function fitModel(values: Int32Array): Fitted | undefined {
  for (const model of models) {
    const fitted = model.fit(values);
    const exact = fitted && exactly(fitted, values);
    if (exact) return exact;
  }
  return undefined;
}

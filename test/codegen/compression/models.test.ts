import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant } from '../../../src/codegen/compression/constant.js';
import { fitModel, models } from '../../../src/codegen/compression/index.js';
import { linear } from '../../../src/codegen/compression/linear.js';
import { exactly, type Fitted, type Model } from '../../../src/codegen/compression/model.js';
import { periodic } from '../../../src/codegen/compression/periodic.js';
import { periodicStep } from '../../../src/codegen/compression/periodicStep.js';
import { step } from '../../../src/codegen/compression/step.js';
import { cuda } from '../../../src/codegen/cuda.js';
import { wgsl } from '../../../src/codegen/wgsl.js';
import { evaluateU32 } from '../../support/u32Expression.js';

const build = (length: number, element: (i: number) => number) => Int32Array.from({ length }, (_, i) => element(i));
const exactFit = (model: Model, values: Int32Array) => {
  const fitted = model.fit(values);
  return fitted && exactly(fitted, values);
};

/** The formula, read and as code, gives every element. */
function expectGives(fitted: Fitted | undefined, values: Int32Array): void {
  expect(fitted).toBeDefined();
  for (const [i, value] of values.entries()) {
    expect(fitted!.at(i)).toBe(value);
    expect(evaluateU32(fitted!.emit('i', cuda), 'i', i)).toBe(value >>> 0);
  }
}

describe('each model fits what it is for and rejects what it is not', () => {
  const cases: [model: Model, fits: Int32Array, text: string, rejects: Int32Array][] = [
    [constant, build(9, () => 7), '7', build(9, (i) => i % 4)],
    [linear, build(9, (i) => 3 * i + 2), '3 * i + 2', build(9, (i) => i * i)],
    [step, build(12, (i) => 5 * Math.floor(i / 3) + 1), '5 * floor(i / 3) + 1', build(12, (i) => i)],
    [periodic, build(12, (i) => 2 * (i % 4) + 3), '2 * (i mod 4) + 3', build(12, (i) => i)],
    [
      periodicStep,
      build(12, (i) => 10 * Math.floor(i / 4) + (i % 4) + 2),
      '10 * floor(i / 4) + (i mod 4) + 2',
      build(12, (i) => i * i),
    ],
  ];
  it.each(cases)('$name', (model, fits, text, rejects) => {
    const fitted = exactFit(model, fits);
    expect(fitted?.text).toBe(text);
    expectGives(fitted, fits);
    expect(exactFit(model, rejects)).toBeUndefined();
    // One element off, among too few for an exception.
    const off = fits.slice(0, 7);
    off[6] += 1;
    expect(exactFit(model, off)?.at(6) ?? off[6]).toBe(off[6]);
  });

  it('linear stops at the last value, as offsets of equal blocks do', () => {
    const values = Int32Array.of(0, 4, 8, 12, 14);
    const fitted = exactFit(linear, values);
    expect(fitted?.text).toBe('min(4 * i, 14)');
    expectGives(fitted, values);
  });

  it('linear does not take a minimum over bits that look negative', () => {
    // 0xffffffff, 0, 0: thirty-two row starts in the first thread, none in the next two.
    const values = Int32Array.of(-1, 0, 0);
    const fitted = fitModel(values);
    if (fitted) expectGives(fitted, values);
  });
});

describe('exceptions', () => {
  const regular = build(40, (i) => 2 * i);

  it('are at most two, and few against the rest', () => {
    const values = regular.slice();
    values[5] = 99;
    values[30] = 7;
    const fitted = exactFit(linear, values);
    expect(fitted?.text).toBe('2 * i, except [5] = 99, [30] = 7');
    expectGives(fitted, values);
    values[20] = 1;
    expect(exactFit(linear, values)).toBeUndefined();
    expect(exactFit(constant, Int32Array.of(1, 1, 1, 1, 1, 1, 2))).toBeUndefined();
    expect(exactFit(constant, Int32Array.of(1, 1, 1, 1, 1, 1, 1, 2))?.text).toBe('1, except [7] = 2');
  });

  it('become selects in both languages', () => {
    const values = build(16, (i) => (i === 3 ? 8 : 1));
    const fitted = exactFit(constant, values)!;
    expect(fitted.emit('i', cuda)).toBe('((i) == 3u ? 8u : 1u)');
    expect(fitted.emit('i', wgsl)).toBe('select(1u, 8u, (i) == 3u)');
  });
});

describe('fitModel', () => {
  it('takes the cheapest model that fits', () => {
    expect(fitModel(build(9, () => 4))?.text).toBe('4');
    expect(fitModel(new Int32Array(0))?.text).toBe('0');
    expect(fitModel(Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6))).toBeUndefined();
  });

  const small = fc.integer({ min: -3, max: 12 });
  const shapes = fc
    .tuple(fc.constantFrom('linear', 'step', 'periodic', 'both'), small, small, small, fc.integer({ min: 1, max: 9 }))
    .map(([shape, a, s, b, p]) => (i: number) => {
      if (shape === 'linear') return a * i + b;
      if (shape === 'step') return a * Math.floor(i / p) + b;
      if (shape === 'periodic') return a * (i % p) + b;
      return s * Math.floor(i / p) + a * (i % p) + b;
    });
  const arrays = fc.oneof(
    fc
      .record({ shape: shapes, length: fc.nat(50), at: fc.nat(60), value: fc.integer(), cut: fc.option(fc.nat(90)) })
      .map(({ shape, length, at, value, cut }) => {
        const values = build(length, (i) => (cut === null ? shape(i) : Math.min(shape(i), cut)));
        if (at < length) values[at] = value;
        return values;
      }),
    fc.array(fc.oneof(fc.nat(3), fc.integer()), { maxLength: 12 }).map((list) => Int32Array.from(list)),
  );

  it('gives every element exactly wherever it fits, read and as generated code', () => {
    let fitted = 0;
    fc.assert(
      fc.property(arrays, (values) => {
        const found = fitModel(values);
        if (found && values.length > 0) {
          expectGives(found, values);
          fitted++;
        }
        for (const model of models) {
          const each = exactFit(model, values);
          if (each && values.length > 0) expectGives(each, values);
        }
      }),
      { numRuns: 2000 },
    );
    expect(fitted).toBeGreaterThan(300);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/device/device.js';
import { openDevice } from '../../src/device/open.js';
import { AlphaSparseError } from '../../src/errors.js';
import {
  type Build,
  type InProcessEvaluator,
  type InProcessOptions,
  inProcessEvaluator,
} from '../../src/evaluation/inProcess.js';
import { loadBuild } from '../../src/evaluation/loadBuild.js';
import { buildModule, effort, graphOf, matrix } from './fixtures/setup.js';

let evaluator: InProcessEvaluator;
let device: Device;
let build: Build;
const steps: string[] = [];
function evaluatorOn(on: Device, options: Partial<InProcessOptions> = {}): InProcessEvaluator {
  return inProcessEvaluator({
    matrix,
    dtype: 'f32',
    device: on,
    build: (graph) => build(matrix, graph, { dtype: 'f32', target: on.info.target }),
    ...options,
  });
}

beforeAll(async () => {
  build = await loadBuild(buildModule);
  device = await openDevice({ device: 'software' });
  evaluator = evaluatorOn(device);
});
afterAll(() => evaluator?.close());

describe('inProcessEvaluator', () => {
  it('measures a good kernel and tells its facts', async () => {
    steps.length = 0;
    const note = (step: string) => steps.push(step);
    const evaluation = await evaluator.evaluate(graphOf('GOOD', { padding: 192 }), effort, note);
    expect(evaluation).toMatchObject({ outcome: 'ok', reason: undefined });
    const padding = (matrix.nnz + 192) / matrix.nnz;
    expect(evaluation.kernel).toEqual({
      bytes: 123,
      blocks: 7,
      threads: 64,
      launches: 1,
      padding,
      deterministic: true,
      key: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(evaluation.timing?.warmUs).toBeGreaterThan(0);
    for (const spent of Object.values(evaluation.seconds)) expect(spent).toBeGreaterThan(0);
    // Only what waits has the device to itself.
    expect(steps).toEqual(['build', 'compile', 'wait', 'verify', 'compile', 'verify', 'benchmark']);
  });

  it('counts the clearing of y as a launch', async () => {
    const { outcome, kernel } = await evaluator.evaluate(graphOf('CLEARED'), effort);
    expect({ outcome, launches: kernel?.launches }).toEqual({ outcome: 'ok', launches: 2 });
  });

  it.each([
    ['WRONG', 'wrong', /^first multiplication: y\[\d+\] is .*; it should be/],
    ['UNWRITTEN', 'wrong', /^first multiplication: y\[1\] is NaN/],
    ['SYNTAX', 'compile', /^compile: Kernel spmv does not compile:\n13:16: unresolved value 'total'\n {4}y\[row\]/],
    ['REFUSE', 'refused', /^not for this matrix$/],
    ['HUGE', 'refused', /^compile: .*1048576 threads, above the 256/],
    ['THROW', 'runtime', /^build: the build is broken$/],
  ])('records %s as %s', async (op, outcome, reason) => {
    const evaluation = await evaluator.evaluate(graphOf(op), effort);
    expect(evaluation).toMatchObject({ outcome, reason: expect.stringMatching(reason) });
    expect(evaluation.timing).toBeUndefined();
  });

  it.each([
    ['runtime', 'runtime'],
    ['timeout', 'timeout'],
    ['limit', 'refused'],
    ['internal', 'runtime'],
  ] as const)('maps the device error %s to %s', async (code, outcome) => {
    const failing: Device = { ...device, prepare: () => Promise.reject(new AlphaSparseError(code, 'no')) };
    const other = evaluatorOn(failing);
    expect(await other.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome, reason: 'compile: no' });
  });

  it.each([
    ['GOOD', ['wait', 'take', 'give back']],
    ['WRONG', ['wait', 'take', 'give back']],
    ['SYNTAX', []],
  ])('has the device to itself from the first multiplication on and gives it back: %s', async (op, turn) => {
    const events: string[] = [];
    const watched: Device = {
      ...device,
      prepare: (...args) => {
        events.push('prepare');
        return device.prepare(...args);
      },
      compile: async () => {
        events.push('compile');
      },
    };
    const other = evaluatorOn(watched, {
      takeDevice: async (onWait) => {
        onWait?.();
        events.push('take');
        return () => events.push('give back');
      },
    });
    await other.evaluate(graphOf(op), effort, (step) => step === 'wait' && events.push('wait'));
    expect(events).toEqual(['compile', 'wait', 'prepare', ...turn]);
  });

  it('keeps the outcome when a crashed kernel cannot be freed', async () => {
    const fail = () => {
      throw new AlphaSparseError('runtime', 'the context is lost');
    };
    const crashing: Device = {
      ...device,
      prepare: async () => ({
        multiply: async () => fail(),
        multiplyMany: async () => fail(),
        time: async () => fail(),
        updateValues: fail,
        close: fail,
      }),
    };
    const other = evaluatorOn(crashing);
    const evaluation = await other.evaluate(graphOf('GOOD'), effort);
    expect(evaluation).toMatchObject({ outcome: 'runtime', reason: 'verify: the context is lost' });
  });

  it('measures a kernel once, whatever graphs make it, and again when asked to take longer', async () => {
    let prepared = 0;
    const counting: Device = {
      ...device,
      prepare: (...args) => {
        prepared++;
        return device.prepare(...args);
      },
    };
    const other = evaluatorOn(counting);
    const first = await other.evaluate(graphOf('GOOD'), effort);
    const twin = await other.evaluate(graphOf('ALIKE'), effort);
    expect(twin.timing).toEqual(first.timing);
    expect(twin.seconds).toMatchObject({ compile: 0, verify: 0, benchmark: 0 });
    expect(prepared).toBe(1);
    await other.evaluate(graphOf('ALIKE'), { budgetMs: 2 * effort.budgetMs });
    await other.evaluate(graphOf('ALIKE'), { ...effort, cold: true });
    await other.evaluate(graphOf('ALIKE', { padding: 64 }), effort);
    expect(prepared).toBe(4);
  });

  it('catches a kernel that is right only once, and never multiplies by the vector of the run before', async () => {
    const seen: number[][] = [];
    const flaky: Device = {
      ...device,
      async prepare(kernel, data) {
        const prepared = await device.prepare(kernel, data);
        let runs = 0;
        const multiply = async (x: ArrayLike<number>) => {
          seen.push(Array.from(x));
          const y = await prepared.multiply(x);
          return runs++ === 0 ? y : y.map((value) => value + 1);
        };
        return { ...prepared, multiply };
      },
    };
    const other = evaluatorOn(flaky);
    for (let i = 0; i < 2; i++) {
      const evaluation = await other.evaluate(graphOf('GOOD', { padding: 64 * i }), effort);
      expect(evaluation).toMatchObject({ outcome: 'wrong', reason: expect.stringMatching(/^second multiplication/) });
    }
    expect(seen.length).toBe(4);
    for (let i = 1; i < seen.length; i++) expect(seen[i]).not.toEqual(seen[i - 1]);
    expect(seen[0].every((value) => Math.abs(value) >= 0.5 && Math.abs(value) <= 1)).toBe(true);
  });

  it.each([
    [20, 'timeout', 1],
    [20_000_000, 'ok', 2],
  ])('multiplies once by a kernel that is hopeless beside %d us', async (stopAboveUs, outcome, runs) => {
    let multiplications = 0;
    const slow: Device = {
      ...device,
      async prepare(kernel, data) {
        const prepared = await device.prepare(kernel, data);
        const multiply = async (x: ArrayLike<number>) => {
          multiplications++;
          await new Promise((resolve) => setTimeout(resolve, 1100));
          return prepared.multiply(x);
        };
        return { ...prepared, multiply };
      },
    };
    const evaluation = await evaluatorOn(slow).evaluate(graphOf('GOOD'), { ...effort, stopAboveUs });
    expect(evaluation.outcome).toBe(outcome);
    if (outcome === 'timeout') expect(evaluation.reason).toMatch(/^verify: one multiplication took 1\.\d s$/);
    expect(multiplications).toBe(runs);
  });
});

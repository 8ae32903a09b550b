import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { entryFile } from '../../src/entryFile.js';
import { type IsolatedOptions, isolatedEvaluator } from '../../src/evaluation/isolated.js';
import type { Evaluator } from '../../src/search/evaluator.js';
import { buildModule, effort, graphOf, matrix } from './fixtures/setup.js';

const open: Evaluator[] = [];
async function evaluatorOf(options: Partial<IsolatedOptions> = {}): Promise<Evaluator> {
  const evaluator = await isolatedEvaluator({
    matrix,
    dtype: 'f32',
    device: 'software',
    buildModule,
    buildThreads: 0,
    ...options,
  });
  open.push(evaluator);
  return evaluator;
}

beforeAll(() => {
  entryFile('childMain', new URL('../../src/evaluation/child.ts', import.meta.url).href); // fails with a hint when dist is not built
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((evaluator) => evaluator.close()));
});

describe('isolatedEvaluator', () => {
  it('gives the same outcomes as in process', async () => {
    const evaluator = await evaluatorOf();
    expect(evaluator.device).toMatchObject({ backend: 'webgpu', software: true });
    const ops = ['GOOD', 'WRONG', 'SYNTAX', 'REFUSE', 'THROW', 'GOOD'];
    const outcomes = await Promise.all(ops.map((op) => evaluator.evaluate(graphOf(op), effort)));
    expect(outcomes.map((one) => one.outcome)).toEqual(['ok', 'wrong', 'compile', 'refused', 'runtime', 'ok']);
    expect(outcomes[0].timing?.warmUs).toBeGreaterThan(0);
    expect(await evaluator.evaluate(graphOf('TARGET'), effort)).toMatchObject({ reason: 'wgsl f32 SharedArrayBuffer' });
  });

  it('builds with the real code generator when no other is named', async () => {
    const evaluator = await evaluatorOf({ buildModule: undefined });
    expect(await evaluator.evaluate(graphOf('NO_SUCH_OPERATOR'), effort)).toMatchObject({ outcome: 'refused' });
  });

  it.each([
    ['ABORT', /^build: the evaluation process died: it was ended by SIGABRT/],
    ['SEGFAULT', /ended by SIGSEGV/],
    ['EXIT', /it ended with code 7$/],
    ['SHOUT', /it ended with code 3; it said:\na last word$/],
  ])('survives %s', async (op, reason) => {
    const evaluator = await evaluatorOf();
    const evaluation = await evaluator.evaluate(graphOf(op), effort);
    expect(evaluation).toMatchObject({ outcome: 'runtime', reason: expect.stringMatching(reason) });
    expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['HANG', 'build'],
    ['SPIN', 'verify'],
  ] as const)('kills a process that does not come back: %s', async (op, step) => {
    const evaluator = await evaluatorOf({ timeLimitMs: 1500 });
    const evaluation = await evaluator.evaluate(graphOf(op), effort);
    expect(evaluation).toMatchObject({ outcome: 'timeout', reason: `${step}: no result within 1.5 s` });
    expect(evaluation.seconds[step]).toBeGreaterThan(1.4);
    expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
  });

  it('is less patient once it has seen how long a good kernel takes', async () => {
    const evaluator = await evaluatorOf();
    expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
    const evaluation = await evaluator.evaluate(graphOf('HANG'), effort);
    expect(evaluation).toMatchObject({
      outcome: 'timeout',
      reason: expect.stringMatching(/no result within [5-9]\.\d s/),
    });
  });

  it.each(['ABORT', 'HANG'])('a process that ends by %s costs one of those asked for, not those behind', async (op) => {
    const evaluator = await evaluatorOf({ timeLimitMs: 3000, maxRestarts: 1 });
    const ops = ['GOOD', op, 'GOOD', op, 'WRONG', 'GOOD'];
    const outcomes = await Promise.all(ops.map((each) => evaluator.evaluate(graphOf(each), effort)));
    const failure = op === 'HANG' ? 'timeout' : 'runtime';
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', failure, 'ok', failure, 'wrong', 'ok']);
  });

  it.each([0, 2])(
    'gives up what is not being measured when told to, and goes on, with %d threads',
    async (buildThreads) => {
      const evaluator = await evaluatorOf({ buildThreads });
      const asked = Array.from({ length: 12 }, (_, n) =>
        evaluator.evaluate(graphOf('GOOD', { padding: 64 * n }), effort),
      );
      const settled = Promise.allSettled(asked);
      await Promise.race(asked);
      evaluator.drop?.();
      const results = await settled;
      const dropped = results.filter(({ status }) => status === 'rejected');
      expect(dropped.length).toBeGreaterThan(0);
      expect(dropped.length).toBeLessThan(12);
      for (const result of dropped) expect(result).toMatchObject({ reason: { code: 'aborted' } });
      expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
    },
  );

  it('gives up after too many restarts in a row, and success starts the count anew', async () => {
    const evaluator = await evaluatorOf({ maxRestarts: 1 });
    for (const [op, outcome] of [
      ['EXIT', 'runtime'],
      ['GOOD', 'ok'],
      ['EXIT', 'runtime'],
      ['EXIT', 'runtime'],
    ]) {
      expect(await evaluator.evaluate(graphOf(op), effort)).toMatchObject({ outcome });
    }
    const last = evaluator.evaluate(graphOf('GOOD'), effort);
    await expect(last).rejects.toMatchObject({
      code: 'runtime',
      message: expect.stringMatching(/2 times in a row.*code 7/),
    });
  });

  it('rejects with the error of the device', async () => {
    await expect(evaluatorOf({ dtype: 'f64' })).rejects.toMatchObject({
      code: 'no-device',
      message: 'SwiftShader has no f64; it has f32.',
      hint: expect.stringContaining('--dtype f32'),
    });
    await expect(evaluatorOf({ device: 99 })).rejects.toMatchObject({ code: 'no-device' });
  });

  it('aborts an evaluation that is running when it is closed', async () => {
    const evaluator = await evaluatorOf();
    const running = evaluator.evaluate(graphOf('HANG'), effort);
    const waiting = evaluator.evaluate(graphOf('GOOD'), effort);
    const settled = Promise.allSettled([running, waiting]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await evaluator.close();
    for (const result of await settled) expect(result).toMatchObject({ reason: { code: 'aborted' } });
    await expect(evaluator.evaluate(graphOf('GOOD'), effort)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('building ahead', () => {
  it('builds what waits in threads, once', async () => {
    const evaluator = await evaluatorOf({ buildThreads: 2 });
    const graphs = [1, 2, 3].map((n) => graphOf('WHERE', { n }));
    const asked = [graphOf('THROW'), ...graphs, graphs[0]].map((graph) => evaluator.evaluate(graph, effort));
    const [failed, ...reasons] = (await Promise.all(asked)).map(({ reason }) => reason);
    for (const reason of reasons) expect(reason).toMatch(/^built in the worker, call [123]$/);
    expect(reasons[3]).toBe(reasons[0]);
    expect(failed).toBe('build: the build is broken');
    expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
  });

  it('measures what is ready first, and takes no time as its own in which others were measured', async () => {
    const evaluator = await evaluatorOf({ buildThreads: 2 });
    const order: string[] = [];
    const note = (op: string) => evaluator.evaluate(graphOf(op), effort).finally(() => order.push(op));
    const [slow] = await Promise.all(['LATE', 'GOOD'].map(note));
    expect(order).toEqual(['GOOD', 'LATE']);
    expect(slow).toMatchObject({ outcome: 'ok' });
    expect(slow.seconds.build).toBeLessThan(1);
  });

  it('a thread that hangs costs the evaluation that it works for, and no other', async () => {
    const evaluator = await evaluatorOf({ buildThreads: 2, timeLimitMs: 1500 });
    const ops = ['GOOD', 'HANG', ...Array.from({ length: 6 }, () => 'GOOD')];
    const asked = ops.map((op, n) => evaluator.evaluate(graphOf(op, { padding: 64 * n }), effort));
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'timeout', ...Array.from({ length: 6 }, () => 'ok')]);
  });

  it('outlives a thread that ends', async () => {
    const evaluator = await evaluatorOf({ buildThreads: 1 });
    // In a thread, process.exit ends the thread only.
    expect(await evaluator.evaluate(graphOf('EXIT'), effort)).toMatchObject({
      reason: 'build: A build thread ended early.',
    });
    expect(await evaluator.evaluate(graphOf('GOOD'), effort)).toMatchObject({ outcome: 'ok' });
  });

  it('builds in its own thread when told to', async () => {
    const evaluator = await evaluatorOf();
    expect(await evaluator.evaluate(graphOf('WHERE'), effort)).toMatchObject({
      reason: 'built in the main thread, call 1',
    });
  });
});

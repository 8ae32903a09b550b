import type { Evaluation } from '../search/evaluator.js';

/** A part of an evaluation. */
export type Step = keyof Evaluation['seconds'];

/** Told the step that an evaluation enters; 'wait' is for the device, and belongs to none. */
export type OnStep = (step: Step | 'wait') => void;

export type StepClock = ReturnType<typeof createStepClock>;

/** The seconds of each step of one evaluation. */
export function createStepClock(onStep: OnStep) {
  const seconds: Record<Step, number> = { build: 0, compile: 0, verify: 0, benchmark: 0 };
  const spans: { step: Step; begin: number; end: number }[] = [];
  let current: Step = 'build';
  return {
    seconds,
    current: () => current,
    async within<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
      current = step;
      onStep(step);
      const begin = performance.now();
      try {
        return await work();
      } finally {
        const end = performance.now();
        spans.push({ step, begin, end });
        seconds[step] += (end - begin) / 1000;
      }
    },
    /** Leaves out what was before a time. */
    forgetBefore(time: number) {
      for (const { step } of spans) seconds[step] = 0;
      for (const { step, begin, end } of spans) seconds[step] += Math.max(0, end - Math.max(begin, time)) / 1000;
    },
  };
}

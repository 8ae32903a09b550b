import type { BaselineResult, BreakEven } from '../tuneTypes.js';

/**
 * After how many multiplications the `seconds` spent on tuning are won back, against each baseline. `multiplications`
 * is undefined where the kernel is not faster: never.
 */
export function breakEven(seconds: number, timeUs: number, baselines: readonly BaselineResult[]): BreakEven[] {
  return baselines.map((baseline) => {
    const savedUs = baseline.timeUs - timeUs;
    return savedUs > 0
      ? { name: baseline.name, multiplications: Math.ceil((seconds * 1e6) / savedUs) }
      : { name: baseline.name };
  });
}

import { describe, expect, it } from 'vitest';
import { breakEven } from '../../src/tuning/breakEven.js';

describe('breakEven', () => {
  it('divides the seconds spent by what each multiplication saves, rounded up', () => {
    const baselines = [
      { name: 'slow', timeUs: 30 },
      { name: 'close', timeUs: 10.7 },
    ];
    expect(breakEven(60, 10, baselines)).toEqual([
      { name: 'slow', multiplications: 3_000_000 },
      { name: 'close', multiplications: 85_714_286 },
    ]);
  });

  it('is undefined where nothing is saved, and nothing where nothing was spent', () => {
    const baselines = [
      { name: 'same', timeUs: 10 },
      { name: 'faster', timeUs: 9 },
      { name: 'unmeasured', timeUs: Number.NaN },
    ];
    expect(breakEven(60, 10, baselines)).toEqual([{ name: 'same' }, { name: 'faster' }, { name: 'unmeasured' }]);
    expect(breakEven(0, 10, [{ name: 'slow', timeUs: 20 }])).toEqual([{ name: 'slow', multiplications: 0 }]);
  });
});

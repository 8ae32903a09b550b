import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { search } from '../../src/search/driver.js';
import { type LogHeader, logSchema, openTrialLog, readTrialLog } from '../../src/search/trialLog.js';
import { syntheticEvaluator, syntheticSpace } from './syntheticSpace.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alphasparse-log-'));
  file = join(folder, 'deep', 'trials.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const header: LogHeader = {
  schema: logSchema,
  matrix: 'abc',
  device: 'made up',
  driver: '1',
  dtype: 'f32',
  seed: 1,
  generator: '0.1.0',
};

async function run(trials: number, resume = false) {
  const log = openTrialLog(file, header, { resume });
  const evaluator = syntheticEvaluator();
  const options = { budgetMs: 1e9, trials };
  const { history } = await search({
    space: syntheticSpace,
    evaluator,
    log,
    resume: log.earlier,
    simulated: true,
    options,
  });
  log.close();
  return { history, evaluator, log };
}

const hashes = (trials: readonly { hash: string }[]) => trials.map((trial) => trial.hash);

describe('trial log', () => {
  it('holds every trial, to the last number', async () => {
    const { history } = await run(40);
    const { trials, header: read } = readTrialLog(file);
    expect(read).toEqual(header);
    expect(trials).toEqual(JSON.parse(JSON.stringify(history.trials)));
  });

  it.each([0, 1, 25, 40])('resumes after a crash that left %i trials and a piece of another', async (kept) => {
    const whole = hashes((await run(40)).history.trials);
    const lines = readFileSync(file, 'utf8').split('\n');
    const text = `${lines.slice(0, kept + 1).join('\n')}\n${(lines[kept + 1] ?? '').slice(0, 60)}`;
    writeFileSync(file, text);
    const { history, evaluator } = await run(45, true);
    expect(hashes(history.trials).slice(0, 40)).toEqual(whole);
    expect(evaluator.evaluated.length).toBe(45 - kept);
    expect(hashes(readTrialLog(file).trials)).toEqual(hashes(history.trials));
  });

  it('starts anew without resume, and where only a piece of the header is there', async () => {
    await run(10);
    expect((await run(10)).log.earlier).toEqual([]);
    expect(readTrialLog(file).trials.length).toBe(10);
    truncateSync(file, 20);
    expect((await run(10, true)).log.earlier).toEqual([]);
    expect(readTrialLog(file).trials.length).toBe(10);
  });

  it('refuses to go on with the log of something else, and says what differs', async () => {
    await run(3);
    const other = { ...header, driver: '2', seed: 9 };
    expect(() => openTrialLog(file, other, { resume: true })).toThrow(
      /driver is 1 there and 2 now, seed is 1 there and 9/,
    );
    expect(readTrialLog(file).trials.length).toBe(3);
  });

  it('refuses a log of another storage of values, also where one of the two has none', () => {
    openTrialLog(file, header).close();
    const short = { ...header, valueStorage: 'f16' } as const;
    expect(() => openTrialLog(file, short, { resume: true })).toThrow('valueStorage is none there and f16 now');
    openTrialLog(file, short).close();
    expect(readTrialLog(file).header).toEqual(short);
    expect(() => openTrialLog(file, header, { resume: true })).toThrow('valueStorage is f16 there and none now');
  });

  it('names file and line of what is damaged', async () => {
    await run(3);
    appendFileSync(file, '{"index": 3}\n');
    expect(() => readTrialLog(file)).toThrow(`${file}:5: not a line of a trial log: hash`);
    appendFileSync(file, 'nonsense\n');
    expect(() => openTrialLog(file, header, { resume: true })).toThrow(`${file}:5`);
    writeFileSync(file, 'nonsense\n');
    expect(() => readTrialLog(file)).toThrow(`${file}:1`);
    expect(() => readTrialLog(join(folder, 'none'))).toThrow('cannot read');
  });

  it('has a message for a place that cannot be written', () => {
    writeFileSync(join(folder, 'deep'), '');
    expect(() => openTrialLog(file, header)).toThrow(/cannot write the trial log/);
  });
});

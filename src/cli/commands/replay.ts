import { join } from 'node:path';
import type { Command } from 'commander';
import { graphText } from '../../graph/identity.js';
import { digits, formatMicroseconds } from '../../report/format.js';
import { examples } from '../help.js';
import { isFolder } from '../isFolder.js';
import { parseCount } from '../searchOptions.js';
import { printJson, printLines } from '../terminal.js';

interface Flags {
  readonly trials?: number;
  readonly seed: number;
  readonly pruning: boolean;
  readonly json?: boolean;
}

/** A search has arrived when it is this close to the best that was ever measured. */
const closeEnough = 1.03;

export function registerReplay(program: Command): void {
  program
    .command('replay')
    .description('search again on a trial log in place of a device, to see what another seed would have found')
    .argument('<log>', 'trials.jsonl of a search, or the folder of tune --out')
    .option('--trials <n>', 'most candidates; by default as many as the log has', parseCount(1))
    .option('--seed <n>', 'of the random choices', parseCount(0), 1)
    .option('--no-pruning', 'try what the pruning rules would remove')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', examples('alphasparse replay kernel/trials.jsonl --seed 7 --trials 50'))
    .action(runReplay);
}

async function runReplay(file: string, flags: Flags): Promise<void> {
  const { readTrialLog } = await import('../../search/trialLog.js');
  const { openRecording } = await import('../../tuning/recording.js');
  const { search } = await import('../../search/driver.js');
  const { bestTimeOf, trialsToReach } = await import('../../search/recorded.js');
  const { loadXgboost } = await import('../../search/model/xgboost.js');
  const log = readTrialLog((await isFolder(file)) ? join(file, 'trials.jsonl') : file);
  const { space, evaluator, device } = openRecording(log);
  const { seed, pruning, trials: limit = Math.max(1, log.trials.length) } = flags;
  const { history, stopped, elapsedMs, model } = await search({
    space,
    evaluator,
    boost: await loadXgboost(),
    simulated: true,
    options: { seed, pruning, trials: limit, budgetMs: Number.MAX_SAFE_INTEGER, patience: Infinity },
  });
  const recordedUs = bestTimeOf(log.trials);
  const best = history.best();
  const reached = trialsToReach(history.trials, recordedUs, closeEnough);
  const result = {
    device: device.name,
    recorded: { trials: log.trials.length, bestUs: recordedUs },
    trials: history.trials.length,
    seconds: elapsedMs / 1000,
    stopped,
    best: best && { hash: best.hash, graph: best.graph, origin: best.origin, timeUs: best.timing?.warmUs },
    /** Trials until within 3% of the best that is recorded. */
    trialsToBest: Number.isFinite(reached) ? reached : null,
    model,
  };
  if (flags.json) return printJson(result);
  printLines([
    `recorded  ${log.trials.length} trials on ${device.name}, best ${formatMicroseconds(recordedUs)}`,
    `replayed  ${result.trials} trials, ${digits(result.seconds)} s of recorded time, ended by: ${stopped}`,
    `best      ${best ? `${formatMicroseconds(best.timing?.warmUs ?? Number.NaN)}  ${graphText(best.graph)}` : 'none'}`,
    `within 3% ${result.trialsToBest === null ? 'never' : `after ${result.trialsToBest} trials`}`,
  ]);
}

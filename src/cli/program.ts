import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { registerBench } from './commands/bench.js';
import { registerCache } from './commands/cache.js';
import { registerConvert } from './commands/convert.js';
import { registerDevices } from './commands/devices.js';
import { registerExport } from './commands/export.js';
import { registerInspect } from './commands/inspect.js';
import { registerOperators } from './commands/operators.js';
import { registerReplay } from './commands/replay.js';
import { registerRun } from './commands/run.js';
import { registerTune } from './commands/tune.js';
import { reportFailure } from './failure.js';
import { tolerateClosedPipe } from './terminal.js';

const commands = [
  registerTune,
  registerRun,
  registerBench,
  registerReplay,
  registerExport,
  registerInspect,
  registerConvert,
  registerDevices,
  registerOperators,
  registerCache,
];

/** Runs one command line (`process.argv`). Returns the exit status; never rejects. */
export async function runCli(argv: readonly string[]): Promise<number> {
  tolerateClosedPipe();
  try {
    await createProgram().parseAsync(argv);
    return typeof process.exitCode === 'number' ? process.exitCode : 0;
  } catch (error) {
    // Commander has printed its message; help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(error);
  }
}

/** All commands. Each loads what it needs when it runs, so that `--help` is quick. */
export function createProgram(): Command {
  const program = new Command('alphasparse')
    .description('Designs the fastest sparse matrix-vector kernel for one matrix on one device.')
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError("hint: '--help' lists commands and options")
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  $ alphasparse tune matrix.mtx --budget 60s --out kernel
  $ alphasparse tune gen:stencil5:300 --trials 30 --json
  $ alphasparse devices

Exit status: 0 success, 1 failure, 2 wrong usage, 3 no usable device, 4 unusable input,
130 interrupted with the best so far saved.`,
    );
  for (const register of commands) register(program);
  return program;
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

import { Command, CommanderError } from 'commander';
import { packageVersion } from '../version.js';
import { registerBench } from './commands/bench.js';
import { registerCache } from './commands/cache.js';
import { registerCompletion } from './commands/completion.js';
import { registerConvert } from './commands/convert.js';
import { registerDevices } from './commands/devices.js';
import { registerExport } from './commands/export.js';
import { registerInspect } from './commands/inspect.js';
import { registerOperators } from './commands/operators.js';
import { registerReplay } from './commands/replay.js';
import { registerReport } from './commands/report.js';
import { registerRun } from './commands/run.js';
import { registerTune } from './commands/tune.js';
import { reportFailure } from './failure.js';
import { examples, manualHelp, section } from './help.js';
import { watchOutput } from './terminal.js';

/** Read from the working folder when there is one. */
const configFile = 'alphasparse.config.json';

const commands = [
  registerTune,
  registerRun,
  registerBench,
  registerReplay,
  registerReport,
  registerExport,
  registerInspect,
  registerConvert,
  registerDevices,
  registerOperators,
  registerCache,
  registerCompletion,
];

/** Runs one command line (`process.argv`). Returns the exit status; never rejects. */
export async function runCli(argv: readonly string[]): Promise<number> {
  watchOutput();
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
    .description('design the fastest sparse matrix-vector kernel for one matrix on one device')
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError("hint: '--help' lists commands and options")
    .option('--config <file>', 'what options are when they are not given', configFile)
    .configureHelp(manualHelp)
    .exitOverride()
    .hook('preAction', async (self, command) => {
      const { applyConfig } = await import('./config.js');
      await applyConfig(command, self.getOptionValue('config'), self.getOptionValueSource('config') !== 'default');
    })
    .addHelpText('after', manual());
  for (const register of commands) register(program);
  return program;
}

/** What the manual page of the program has beyond its commands and options. */
function manual(): string {
  return [
    examples(
      'alphasparse tune matrix.mtx --budget 60s --out kernel',
      'alphasparse tune gen:stencil5:300 --trials 30 --json',
      'alphasparse devices',
    ),
    section('ENVIRONMENT', [
      '  ALPHASPARSE_CACHE_DIR  folder of the cache; without it $XDG_CACHE_HOME/alphasparse or ~/.cache/alphasparse',
      '  ALPHASPARSE_CUDA_PATH  where to look for the libraries of CUDA first',
      '  ALPHASPARSE_DEBUG      1 shows where an error happened',
      '  NO_COLOR               anything turns colours off',
    ]),
    section('FILES', [
      `  ${configFile}  in the working folder: {"tune": {"budget": "5m", "target": "cuda"}, "bench": {...}}`,
    ]),
    section('EXIT STATUS', [
      '  0 success, 1 failure, 2 wrong usage, 3 no usable device, 4 unusable input,',
      '  130 interrupted with the best so far saved',
    ]),
  ].join('\n');
}

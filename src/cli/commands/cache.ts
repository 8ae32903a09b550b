import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { trimFolder } from '../../device/cacheFiles.js';
import { cacheFolder } from '../../device/cacheFolder.js';
import { mostCubinBytes } from '../../device/cuda/cubinCache.js';
import { formatBytes, formatCount } from '../../report/format.js';
import { cacheEntries, removeEntries } from '../cacheEntries.js';
import { examples, section } from '../help.js';
import { table } from '../table.js';
import { printJson, printLines } from '../terminal.js';

const dayMs = 86_400_000;

export function registerCache(program: Command): void {
  const cache = program
    .command('cache')
    .description('look at, and empty, the folder of what can be made again')
    .addHelpText(
      'after',
      examples('alphasparse cache ls', 'alphasparse cache prune --days 7').concat(
        '\n',
        section('FILES', ['  $ALPHASPARSE_CACHE_DIR, else $XDG_CACHE_HOME/alphasparse, else ~/.cache/alphasparse']),
      ),
    );
  cache
    .command('path')
    .description('print the folder')
    .addHelpText('after', examples('du -sh "$(alphasparse cache path)"'))
    .action(() => printLines([cacheFolder()]));
  cache
    .command('ls')
    .description('list what it holds')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', examples('alphasparse cache ls --json'))
    .action(list);
  cache
    .command('prune')
    .description('remove files that were last used long ago, and compiled kernels beyond 1 GB')
    .option('--days <n>', 'how long ago', parseDays, 30)
    .addHelpText('after', examples('alphasparse cache prune --days 7'))
    .action(({ days }: { days: number }) => remove(new Date(Date.now() - days * dayMs)));
  cache
    .command('clear')
    .description('remove everything')
    .addHelpText('after', examples('alphasparse cache clear'))
    .action(() => remove());
}

async function list(flags: { json?: boolean }): Promise<void> {
  const folder = cacheFolder();
  const entries = await cacheEntries(folder);
  if (flags.json) printJson({ folder, entries });
  else if (entries.length === 0) printLines([`${folder} is empty`]);
  else printLines(table(entries.map((e) => [e.name, formatBytes(e.bytes), `${formatCount(e.files)} files`, e.what])));
}

async function remove(before?: Date): Promise<void> {
  const folder = cacheFolder();
  let freed = await removeEntries(folder, await cacheEntries(folder), before);
  if (before) freed += await trimFolder(join(folder, 'cubins'), mostCubinBytes);
  printLines([`${formatBytes(freed)} freed in ${folder}`]);
}

function parseDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number of days.');
}

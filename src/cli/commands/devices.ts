import type { Command } from 'commander';
import type { DeviceListing } from '../../device/open.js';
import { examples } from '../help.js';
import { table } from '../table.js';
import { printJson, printLines } from '../terminal.js';

export function registerDevices(program: Command): void {
  program
    .command('devices')
    .description('list the devices of this machine, and why the others cannot be used')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', examples('alphasparse devices', 'alphasparse devices --json'))
    .action(runDevices);
}

async function runDevices(flags: { json?: boolean }): Promise<void> {
  const { listDevices } = await import('../../device/open.js');
  const listings = await listDevices();
  if (flags.json) printJson({ devices: listings });
  else printLines(deviceLines(listings));
  if (!listings.some(({ info }) => info)) process.exitCode = 3;
}

/** The usable devices as a table with the options that choose them, then the others with the reason. */
export function deviceLines(listings: readonly DeviceListing[]): string[] {
  const usable = listings.flatMap(({ choice, info }) =>
    info ? [[optionsOf(choice), info.name, info.backend, info.dtypes.join(' '), info.driver]] : [],
  );
  const lines =
    usable.length === 0 ? ['no usable device'] : table([['options', 'name', 'backend', 'types', 'driver'], ...usable]);
  if (listings.some(({ info }) => info?.software)) {
    lines.push('The software device is a CPU that plays GPU: results are right, timings mean nothing.');
  }
  for (const { choice, info, reason, hint } of listings) {
    if (info) continue;
    lines.push(`${optionsOf(choice)}: ${reason}`);
    if (hint && usable.length === 0) lines.push(`  hint: ${hint}`);
  }
  return lines;
}

function optionsOf({ target, device }: DeviceListing['choice']): string {
  const options = [target && `--target ${target}`, device !== undefined && `--device ${device}`];
  return options.filter((option) => option).join(' ');
}

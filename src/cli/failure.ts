import { AlphaSparseError, type ErrorCode, messageOf } from '../errors.js';
import { styleOf } from './terminal.js';

/** Exit status of each kind of error. */
const statuses: Record<ErrorCode, number> = {
  usage: 2,
  input: 4,
  unsupported: 4,
  'no-device': 3,
  aborted: 130,
  limit: 1,
  compile: 1,
  runtime: 1,
  timeout: 1,
  refused: 1,
  internal: 1,
};

/** Says on stderr what went wrong, with the stack under ALPHASPARSE_DEBUG=1. Returns the exit status. */
export function reportFailure(error: unknown, env: NodeJS.ProcessEnv = process.env): number {
  const style = styleOf(process.stderr);
  const ours = error instanceof AlphaSparseError ? error : undefined;
  const lines = [`${style.red('error:')} ${messageOf(error)}`];
  if (ours?.hint) lines.push(`${style.yellow('hint:')} ${ours.hint}`);
  if (env.ALPHASPARSE_DEBUG === '1' && error instanceof Error) lines.push(error.stack ?? '', causes(error));
  else if (!ours) lines.push(`${style.yellow('hint:')} ALPHASPARSE_DEBUG=1 shows where it happened`);
  process.stderr.write(`${lines.filter((line) => line !== '').join('\n')}\n`);
  return ours ? statuses[ours.code] : 1;
}

function causes(error: Error): string {
  return error.cause instanceof Error ? `caused by: ${error.cause.stack}\n${causes(error.cause)}` : '';
}

import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where alphasparse keeps what it can make again: `$ALPHASPARSE_CACHE_DIR`, else `$XDG_CACHE_HOME/alphasparse`, else `~/.cache/alphasparse`. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.ALPHASPARSE_CACHE_DIR) return env.ALPHASPARSE_CACHE_DIR;
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'alphasparse');
}

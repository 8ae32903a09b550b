import type { ChildProcess } from 'node:child_process';

/** Whether a child process keeps ours running: an idle one must not. */
export function hold(child: ChildProcess, on: boolean): void {
  const method = on ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  const stderr = child.stderr as (NodeJS.ReadableStream & { destroyed: boolean; ref(): void; unref(): void }) | null;
  // A closed socket would keep the call for a connection that never comes, and warn of the eleventh.
  if (!stderr?.destroyed) stderr?.[method]();
}

import type { ChildProcess } from 'node:child_process';

/** Whether a child process keeps ours running: an idle one must not. */
export function hold(child: ChildProcess, on: boolean): void {
  const method = on ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  (child.stderr as (NodeJS.ReadableStream & { ref(): void; unref(): void }) | null)?.[method]();
}

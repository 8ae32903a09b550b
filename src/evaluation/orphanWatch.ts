import { Worker } from 'node:worker_threads';

/**
 * Ends this process when its parent is gone, even while its main thread hangs in a kernel or a loop and cannot notice
 * the closed channel. Hence a thread of its own.
 */
export function watchParent(everyMs = 500): void {
  const code = `
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${everyMs});`;
  new Worker(code, { eval: true }).unref();
}

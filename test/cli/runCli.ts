import { type ChildProcess, spawn } from 'node:child_process';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  /** Called with all of stderr so far, each time that some arrives. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

/** Runs the compiled command line in a process of its own. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    options.onStderr?.(stderr, child);
  });
  child.stdin.end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

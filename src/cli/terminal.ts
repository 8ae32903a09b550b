import type { WriteStream } from 'node:tty';

/** Text styles that are empty where the stream is no terminal or NO_COLOR is set. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export function styleOf(stream: Pick<WriteStream, 'isTTY'>, env: NodeJS.ProcessEnv = process.env): Style {
  const on = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (start: number, end: number) => (text: string) => (on ? `\x1b[${start}m${text}\x1b[${end}m` : text);
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), green: paint(32, 39), yellow: paint(33, 39) };
}

/** Prints the one JSON object of `--json`. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Resolves when all output has left the process: a pipe takes it asynchronously. */
export async function flush(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.destroyed) continue;
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
}

/** A reader such as `head` may leave early. That is no failure of ours, unlike a full disk. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
    process.exit(1);
  });
  // Who stops reading the progress still wants the result.
  process.stderr.on('error', () => {});
}

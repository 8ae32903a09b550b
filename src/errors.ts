/** What went wrong, for programs to branch on. The command line maps each code to an exit status. */
export type ErrorCode =
  | 'usage' // a wrong option or argument (exit 2)
  | 'input' // a file or matrix that cannot be read or used (exit 4)
  | 'unsupported' // well-formed input that alphasparse does not handle, such as complex values (exit 4)
  | 'no-device' // no adapter or driver that can run the kernel (exit 3)
  | 'limit' // the device exists but the kernel exceeds one of its limits (exit 1)
  | 'compile' // a generated kernel does not compile (exit 1)
  | 'runtime' // a device call failed (exit 1)
  | 'timeout' // a device call did not come back in time (exit 1)
  | 'refused' // an operator graph is not legal for this matrix (exit 1)
  | 'aborted' // the caller's AbortSignal fired (exit 130)
  | 'internal'; // a bug of ours (exit 1)

/** The one error that alphasparse throws: a stable `code`, a message with numbers and file:line, and a hint on what to do. */
export class AlphaSparseError extends Error {
  override readonly name = 'AlphaSparseError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What of anything thrown can be told to another process. */
export function errorParts(error: unknown): { code: ErrorCode; message: string; hint?: string } {
  const { code, hint } = error instanceof AlphaSparseError ? error : { code: 'runtime' as const, hint: undefined };
  return { code, message: messageOf(error), hint };
}

/** The message of anything thrown, in one line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

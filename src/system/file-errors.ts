/* The system's errors about files, in words for the user who named them. */

/** A file that cannot be used. The message names the file and the reason. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

export const NOT_THERE = 'no such file or folder';

const REASONS: Readonly<Record<string, string>> = {ENOENT: NOT_THERE, EISDIR: 'it is a folder'};

/** Returns the reason alone: `permission denied` for `EACCES: permission denied, open 'x'`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const {message} = error;
  if (!isSystemError(error)) return message;
  return REASONS[error.code ?? ''] ?? message.replace(/^[A-Z\d]+: (.+?)(?:, \w+(?: '.*)?)?$/s, '$1');
}

/** Turns a system error into an `UnusableFile`. Any other error is a bug. */
export function problemWith(path: string, error: unknown): Error {
  if (error instanceof UnusableFile) return error;
  if (!isSystemError(error)) return new Error(`${path}: ${error}`, {cause: error});
  return new UnusableFile(`${path}: ${reasonOf(error)}`);
}

export function isSystemError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    (codes.length === 0 || (typeof error.code === 'string' && codes.includes(error.code)))
  );
}

/** Returns null if the work ends with a system error. */
export function ifAllowed<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/* What the file system refuses, in words for whoever named the file. */

/** A file that cannot be used; the message says which, and why. All else is a bug. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/** Whatever went wrong with a file, as an error that names it. */
export function problemWith(path: string, error: unknown): Error {
  if (error instanceof UnusableFile) return error;
  if (!isSystemError(error)) return new Error(`${path}: ${error}`, {cause: error});
  // "EACCES: permission denied, open '…'": what was tried, and on what, is Node's business.
  const words = /^[A-Z\d]+: (.+?)(?:, \w+(?: '.*)?)?$/s.exec(error.message)?.[1] ?? error.message;
  return new UnusableFile(`${path}: ${words}`);
}

export function isSystemError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    (codes.length === 0 || (typeof error.code === 'string' && codes.includes(error.code)))
  );
}

/** What the system does, or null if it does not let us. */
export function ifAllowed<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

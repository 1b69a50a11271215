/*
 * Errors that are not bugs. The user sees only the message, so it says what is wrong, where, and what would
 * be right. Any other exception is a bug and keeps its stack.
 */
import {EXIT, type ExitStatus} from './exit-status.js';

/** A mistake on the command line, a mistake in a file named there, or trouble that is nobody's mistake. */
type Kind = 'command-line' | 'input' | 'trouble';

const EXIT_STATUSES: Readonly<Record<Kind, ExitStatus>> = {
  'command-line': EXIT.mistake,
  input: EXIT.mistake,
  trouble: EXIT.trouble,
};

export class UserError extends Error {
  readonly kind: Kind;

  constructor(kind: Kind, message: string) {
    super(message);
    this.kind = kind;
  }

  get exitStatus(): ExitStatus {
    return EXIT_STATUSES[this.kind];
  }
}

/** The command line is wrong. The message is followed by a pointer to the help. */
export function usageError(message: string): UserError {
  return new UserError('command-line', message);
}

/** A file or folder named on the command line is not what it should be. */
export function inputError(message: string): UserError {
  return new UserError('input', message);
}

/** Something failed, and it is nobody's mistake. */
export function troubleError(message: string): UserError {
  return new UserError('trouble', message);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same for somebody who names the file: of `ENOENT: no such file or directory, open 'x'` only the words. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return 'it is a folder';
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? message.replace(/^[A-Z\d]+: (.*?), \w+(?: '.*)?$/s, '$1') : message;
}

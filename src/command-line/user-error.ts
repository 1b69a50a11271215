/*
 * What went wrong and is no bug. The message is all that the user sees, so it says what is wrong, where, and what
 * would be right. Any other exception is a bug and keeps its stack.
 */
import {EXIT, type ExitStatus} from './exit-status.js';

/** A mistake in the command line, a mistake in a file that was named, or trouble that is nobody's mistake. */
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

/** The command line is wrong: the answer names the flags. */
export function usageError(message: string): UserError {
  return new UserError('command-line', message);
}

/** A file or folder that was named is not what it should be. */
export function inputError(message: string): UserError {
  return new UserError('input', message);
}

/** Something failed through nobody's mistake. */
export function troubleError(message: string): UserError {
  return new UserError('trouble', message);
}

/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

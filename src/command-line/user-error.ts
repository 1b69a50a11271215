/*
 * Errors that are not bugs. The user sees only the message, so it says what is wrong, where, and what would
 * be right. Any other exception is a bug and keeps its stack.
 */

/**
 * The exit statuses of all `fivedice` commands. Each command's help says what they mean for it; the README of this room
 * has the table for all of them.
 */
export const EXIT = {
  /** The command did its work and found nothing wrong. */
  passed: 0,
  /** The command did its work, but something was not right: a case failed, a game was left unfinished. */
  failed: 1,
  /** The user made a mistake, on the command line or in a file named there. */
  mistake: 2,
  /** Something else went wrong: a full disk, no sandbox, a bug of ours. */
  trouble: 3,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

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

/** What every command says of a file or folder that is not there. */
export const NOT_THERE = 'no such file or folder';

const REASONS: Readonly<Record<string, string>> = {ENOENT: NOT_THERE, EISDIR: 'it is a folder'};

/** The same for somebody who names the file: of `EACCES: permission denied, open 'x'` only the words. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
  if (reason !== undefined) return reason;
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? message.replace(/^[A-Z\d]+: (.*?), \w+(?: '.*)?$/s, '$1') : message;
}

/** Prints a message on standard error, as text that no terminal can mistake for a command: files are quoted in it. */
export function complain(message: string): void {
  process.stderr.write(`fivedice: ${withoutCommands(message.replace(UNSEEN, signOf))}\n`);
}

/** Text in which the log of a workflow takes no line for a command: one begins with `::`, or `##[`, after white space. */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*)(:(?=:)|#(?=#\[))/gm, (_, space, sign) => space + signOf(sign));
}

/**
 * What is invisible or moves its neighbours, but for line breaks, and for what lines of the hall of fame may need when
 * somebody copies them from a message: tabs, and the joiners of letters and emoji.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{C}\u2028\u2029]/gu;

/** Like the signs of a report: a control picture, or else the number of the character. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}

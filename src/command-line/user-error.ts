/* Exit statuses, and errors that are printed without a stack, because they are not bugs. */

/** Exit statuses of all `fivedice` commands; the help of each says what they mean for it. */
export const EXIT = {
  passed: 0,
  /** The command did its work and found something wrong: a failed case, an unfinished game. */
  failed: 1,
  /** A mistake of the user, on the command line or in a file named there. */
  mistake: 2,
  /** A full disk, a missing sandbox or a bug of ours. */
  trouble: 3,
} as const;

export class UserError extends Error {
  readonly exitStatus: number;
  /** True if the command line is wrong: the message then points to the help. */
  readonly isUsage: boolean;

  constructor(exitStatus: number, message: string, isUsage = false) {
    super(message);
    this.exitStatus = exitStatus;
    this.isUsage = isUsage;
  }
}

/** Recognises a user's error by its fields: each bundle has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && 'exitStatus' in error && 'isUsage' in error;
}

export function usageError(message: string): UserError {
  return new UserError(EXIT.mistake, message, true);
}

/** Reports a mistake in a file or folder that the command line names. */
export function inputError(message: string): UserError {
  return new UserError(EXIT.mistake, message);
}

export function troubleError(message: string): UserError {
  return new UserError(EXIT.trouble, message);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Prints a message on standard error, harmless to terminals and workflow logs even where it quotes a file. */
export function complain(message: string): void {
  process.stderr.write(`fivedice: ${withoutCommands(message.replace(UNSEEN, signOf))}\n`);
}

/** Escapes workflow commands: the log of a CI system obeys lines that begin with `::` or `##[`. */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*)(:(?=:)|#(?=#\[))/gm, (_, space, sign) => space + signOf(sign));
}

/**
 * Invisible characters and those that move their neighbours. Line breaks, tabs and the joiners of letters
 * and emoji stay: people copy lines of the hall of fame out of messages.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{C}\u2028\u2029]/gu;

/** Returns a control picture, or the number of the character, as in reports. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}

/** Returns the name that a text misspells; null if more than one character in four differs from every name. */
export function nearestName(text: string, names: readonly string[]): string | null {
  const [near] = names
    .map((name) => ({name, edits: editDistance(text, name)}))
    .sort((a, b) => a.edits - b.edits);
  return near !== undefined && near.edits * 4 <= text.length ? near.name : null;
}

/** Counts the characters to add, drop or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (const [at, character] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (to[index - 1] === character ? 0 : 1);
      next.push(Math.min((next[index - 1] ?? 0) + 1, (row[index] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

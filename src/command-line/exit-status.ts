/*
 * The exit statuses of all `fivedice` commands. Each command's help says what they mean for it; the README of
 * this room has the table for all of them.
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

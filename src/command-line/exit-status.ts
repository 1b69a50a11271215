/*
 * The exit statuses of every `fivedice` command. A command's own help says what they mean for it; the table in this
 * room's README says it for all.
 */
export const EXIT = {
  /** It did its work, and found nothing wrong. */
  passed: 0,
  /** It did its work, and something was not right: a case failed, a game was left before its end. */
  failed: 1,
  /** Whoever called it made a mistake: in the command line, or in a file that they named. */
  mistake: 2,
  /** Something went wrong that is nobody's mistake, or ours: a full disk, no sandbox, a bug. */
  trouble: 3,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

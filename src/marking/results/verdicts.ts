/* What can be said about a case. The page of the HTML report loads this, too. */

/**
 * What can be said about a case, the good news first. `partly-right`: a checker gave some of the points, which is no pass.
 * `skipped`: an earlier case of its stage failed.
 */
export const VERDICTS = [
  'pass',
  'partly-right',
  'wrong-output',
  'wrong-status',
  'crashed',
  'timed-out',
  'out-of-memory',
  'too-much-output',
  'too-many-processes',
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdicts in words. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  'partly-right': 'partly right',
  'wrong-output': 'wrong output',
  'wrong-status': 'wrong exit status',
  crashed: 'crashed',
  'timed-out': 'timed out',
  'out-of-memory': 'out of memory',
  'too-much-output': 'too much output',
  'too-many-processes': 'too many processes',
  'did-not-compile': 'did not compile',
  'could-not-run': 'could not run',
  'could-not-check': 'could not check',
  skipped: 'skipped',
};

/** Nothing of what the case is for has been seen: the program never came so far. */
export const UNTESTED: readonly Verdict[] = [
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
];

/** Verdicts that the same program would get again. Time and memory depend on the machine, and so may a compiler. */
const LASTING: readonly Verdict[] = [
  'pass',
  'partly-right',
  'wrong-output',
  'wrong-status',
  'crashed',
  'too-much-output',
  'skipped',
];

/** Signals by which a program ends itself. The others may come from the system, or from whoever ended the run. */
const OWN_SIGNALS = /^SIG(?:SEGV|ABRT|FPE|BUS|ILL|TRAP|SYS|PIPE)\b/;

/** Exit statuses of shells for a tool that is missing, and for a program that somebody ended by a signal. */
const FOREIGN_STATUSES: readonly (number | null)[] = [126, 127, 129, 130, 131, 137, 143];

/** Returns whether another run may use a verdict again. */
export function isLasting({
  verdict,
  reason,
  exitStatus,
}: {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly exitStatus: number | null;
}): boolean {
  if (verdict === 'pass') return true;
  const hasOwnEnd =
    verdict === 'crashed' ? OWN_SIGNALS.test(reason ?? '') : !FOREIGN_STATUSES.includes(exitStatus);
  return LASTING.includes(verdict) && hasOwnEnd;
}

/* Verdicts on a case. */

/**
 * Verdicts, the good news first. `partly-right`: a checker gave some of the points, which is no pass.
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

/** Verdicts on a program that never ran, so the case tested nothing. */
export const UNTESTED: readonly Verdict[] = [
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
];

/** Verdicts that the same program gets again. Crashes, time and memory depend on the machine, and so may a compiler. */
const LASTING: readonly Verdict[] = ['pass', 'partly-right', 'wrong-output', 'skipped'];

/** Lowest exit status of shells for a tool that is missing, and for a program that somebody ended. */
const FOREIGN = 126;

/** Returns whether another run may use a verdict again. */
export function isLasting(one: {readonly verdict: Verdict; readonly exitStatus: number | null}): boolean {
  return LASTING.includes(one.verdict) && (one.verdict === 'pass' || (one.exitStatus ?? 0) < FOREIGN);
}
